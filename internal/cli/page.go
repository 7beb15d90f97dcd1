package cli

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// maxPageWidth is the longest line of a page on a terminal, in columns. Longer lines are hard to read.
const maxPageWidth = 100

var (
	pageLink   = lazyregexp.New(`\[([^\]]+)\]\(([^)\s]+)\)`)
	pageCode   = lazyregexp.New("`([^`]+)`")
	pageStrong = lazyregexp.New(`\*\*([^*]+)\*\*`)
	listItem   = lazyregexp.New(`^( *)([-*]|\d+\.) `)
)

// Page prints a page in Markdown: as it is, or formatted on a terminal. command returns the command that shows the
// target of a link, "" for none; lists show it.
func (e *Env) Page(markdown string, command func(target string) string) error {
	if e.OutTTY {
		p := page{palette: newPalette(e.color(true)), width: min(e.Width, maxPageWidth), command: command}
		markdown = p.format(markdown)
	}
	_, err := e.Out.Write([]byte(markdown))
	return err
}

// page formats Markdown for a terminal.
type page struct {
	palette
	width   int
	command func(target string) string
	out     strings.Builder
	// paragraph are the lines that are joined and wrapped together.
	paragraph []string
}

func (p *page) format(markdown string) string {
	isCode := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			p.flush()
			isCode = !isCode
		case isCode:
			p.out.WriteString(strings.TrimRight("    "+p.paint(cyan, line), " ") + "\n")
		case strings.HasPrefix(line, "#"):
			p.flush()
			p.out.WriteString(p.paint(bold, p.inline(strings.TrimLeft(line, "# "))) + "\n")
		case line == "" || strings.HasPrefix(line, "<!--"):
			p.flush()
			if !strings.HasSuffix(p.out.String(), "\n\n") { // a comment stands between two empty lines
				p.out.WriteString("\n")
			}
		case strings.HasPrefix(line, "|"):
			p.flush()
			p.row(line)
		case listItem().MatchString(line):
			p.flush()
			p.paragraph = []string{line}
		default:
			p.paragraph = append(p.paragraph, strings.TrimSpace(line))
		}
	}
	p.flush()
	return strings.ReplaceAll(p.out.String(), blank, " ")
}

// flush prints the paragraph. A list item with a link ends in the command that shows its target.
func (p *page) flush() {
	text := strings.Join(p.paragraph, " ")
	p.paragraph = nil
	if text == "" {
		return
	}
	lead := listItem().FindString(text)
	ending := ""
	if link := pageLink().FindStringSubmatchIndex(text); lead != "" && link != nil && link[0] == len(lead) {
		if shows := p.command(text[link[4]:link[5]]); shows != "" {
			ending = " (`" + shows + "`)"
		}
	}
	p.wrap(lead, strings.Repeat(" ", len(lead)), text[len(lead):]+ending)
}

// escapedBar stands for a bar that is part of a cell.
const escapedBar = "\x01"

// row prints a row of a table: its first cell, and the others below it.
func (p *page) row(line string) {
	if strings.Trim(line, "|-: ") == "" {
		return
	}
	cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "| "), `\|`, escapedBar), "|")
	for i, cell := range cells {
		indent := "    "
		if i == 0 {
			indent = ""
		}
		if cell = strings.TrimSpace(strings.ReplaceAll(cell, escapedBar, "|")); cell != "" {
			p.wrap(indent, indent, cell)
		}
	}
}

// wrap prints text in lines of at most the width. The first line starts with lead, the others with indent.
func (p *page) wrap(lead, indent, text string) {
	line, column := lead, len(lead)
	for i, word := range strings.FieldsFunc(p.inline(text), isSpace) {
		wide := lipgloss.Width(word)
		switch {
		case i == 0:
		case column+1+wide > p.width:
			p.out.WriteString(line + "\n")
			line, column = indent, len(indent)
		default:
			line, column = line+" ", column+1
		}
		line, column = line+word, column+wide
	}
	p.out.WriteString(line + "\n")
}

// blank stands for a space at which no line ends.
const blank = "\u00a0"

// isSpace reports whether a line can end at a character.
func isSpace(r rune) bool { return r == ' ' }

// inline formats links, code and emphasis. A line can end within emphasis, so that each of its words is painted by
// itself, but not within code.
func (p *page) inline(text string) string {
	text = pageLink().ReplaceAllString(text, "$1")
	text = pageStrong().ReplaceAllStringFunc(text, func(found string) string {
		words := strings.Split(strings.Trim(found, "*"), " ")
		for i, word := range words {
			words[i] = p.paint(bold, word)
		}
		return strings.Join(words, " ")
	})
	return pageCode().ReplaceAllStringFunc(text, func(found string) string {
		return p.paint(cyan, strings.ReplaceAll(strings.Trim(found, "`"), " ", blank))
	})
}
