package cli

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// column matches an indented term and the spaces before its description.
var column = lazyregexp.New(`^\s+\S+(?: \S+)*\s{2,}`)

// Reflow breaks the paragraphs of a help text anew that do not fit the terminal. An indented line is one of its own: the
// rest of it goes below its description.
func (p Painter) Reflow(text string) string {
	if p.width < minWrap {
		return text
	}
	var out, paragraph []string
	flush := func() {
		if strings.Join(paragraph, "") != "" {
			out = append(out, p.fit(paragraph)...)
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "":
			flush()
			out = append(out, "")
		case strings.HasPrefix(line, " "):
			flush()
			out = append(out, p.fit([]string{line})...)
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// fit returns the lines of a paragraph as they are if they fit, else broken between words.
func (p Painter) fit(paragraph []string) []string {
	fits := true
	for _, line := range paragraph {
		fits = fits && lipgloss.Width(line) <= p.width
	}
	if fits {
		return paragraph
	}
	text := strings.Join(paragraph, " ")
	lead := column().FindString(text)
	if lead == "" {
		lead = text[:len(text)-len(strings.TrimLeft(text, " "))]
	}
	return strings.Split(p.hang(lead, text[len(lead):]), "\n")
}

// hang returns a text after a lead. If a line is too wide for the terminal, it is broken between words, and the rest of
// it goes below the text.
func (p Painter) hang(lead, text string) string {
	indent := strings.Repeat(" ", lipgloss.Width(lead))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		before := ""
		if i == 0 {
			before = lead
		}
		if lines[i] = before + line; p.width > 0 && lipgloss.Width(lines[i]) > p.width {
			lines[i] = before + strings.TrimPrefix(p.Wrap(indent, line), indent)
		}
	}
	return strings.Join(lines, "\n")
}

// UsageTemplate returns cobra's template of a usage with the descriptions of flags broken at the width of the terminal.
func (p Painter) UsageTemplate(template string) string {
	if p.width < minWrap {
		return template
	}
	return strings.ReplaceAll(template, "Flags.FlagUsages ", fmt.Sprintf("Flags.FlagUsagesWrapped %d ", p.width))
}
