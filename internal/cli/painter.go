package cli

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Tone is the meaning of a color.
type Tone int

// The tones.
const (
	Heading Tone = iota
	Added
	Changed
	Removed
	Danger
	Quiet
)

var toneStyles = map[Tone]style{
	Heading: bold, Added: green, Changed: boldYellow, Removed: red, Danger: boldRed, Quiet: faint,
}

// Painter colors text for one stream and fits it into the columns of a terminal. It does not make text safe to print.
type Painter struct {
	palette
	width int // 0 without a terminal
}

// OutPainter returns the painter of Out, ErrPainter that of Err.
func (e *Env) OutPainter() Painter { return e.painter(e.OutTTY) }

// ErrPainter returns the painter of Err.
func (e *Env) ErrPainter() Painter { return e.painter(e.ErrTTY) }

func (e *Env) painter(tty bool) Painter {
	p := Painter{palette: newPalette(e.color(tty))}
	if tty {
		p.width = e.Width
	}
	return p
}

// Paint colors each line of a text.
func (p Painter) Paint(tone Tone, text string) string { return p.paint(toneStyles[tone], text) }

// Wrap breaks text without colors between words. Every line starts with the indent.
func (p Painter) Wrap(indent, text string) string {
	if p.width-len(indent) < minWrap {
		return indent + text
	}
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case len(indent)+lipgloss.Width(line)+1+lipgloss.Width(word) > p.width:
			lines, line = append(lines, indent+line), word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, indent+line), "\n")
}

// Columns returns how many columns are left of a line after some, at least minWrap. Lines for no terminal end as well.
func (p Painter) Columns(used int) int {
	limit := maxLine
	if p.width > 0 {
		limit = p.width
	}
	return max(limit-used, minWrap)
}

// Cut shortens text without colors to a number of columns.
func Cut(text string, columns int) string {
	if lipgloss.Width(text) <= columns {
		return text
	}
	var b strings.Builder
	used := 1 // of the ellipsis
	for _, r := range text {
		if used += lipgloss.Width(string(r)); used > columns {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "…"
}

// CutStart is Cut, but keeps the end of the text.
func CutStart(text string, columns int) string {
	if lipgloss.Width(text) <= columns {
		return text
	}
	runes := []rune(text)
	start, used := len(runes), 1 // of the ellipsis
	for start > 0 {
		if used += lipgloss.Width(string(runes[start-1])); used > columns {
			break
		}
		start--
	}
	return "…" + string(runes[start:])
}

// Columns returns the number of columns that text without colors takes.
func Columns(text string) int { return lipgloss.Width(text) }

// column matches an indented term and the spaces before its description.
var column = lazyregexp.New(`^\s+\S+(?: \S+)*\s{2,}`)

// Reflow wraps the paragraphs of a help text that do not fit the terminal. An indented line is a paragraph: its
// rest goes below its description.
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
