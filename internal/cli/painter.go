package cli

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
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
	p := Painter{palette: newPalette(e.Color(tty))}
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
