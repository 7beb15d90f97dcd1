package cli

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

type style int

const (
	boldRed style = iota
	boldYellow
	faint
	bold
	cyan
	green
	red
)

// palette applies styles. The zero palette applies none.
type palette struct{ renderer *lipgloss.Renderer }

func newPalette(color bool) palette {
	if !color {
		return palette{}
	}
	r := lipgloss.NewRenderer(nil)
	r.SetColorProfile(termenv.ANSI)
	return palette{r}
}

// paint applies a style to each line of a text.
func (p palette) paint(s style, text string) string {
	if p.renderer == nil || text == "" {
		return text
	}
	base := p.renderer.NewStyle()
	switch s {
	case boldRed:
		base = base.Bold(true).Foreground(lipgloss.Color("1"))
	case boldYellow:
		base = base.Bold(true).Foreground(lipgloss.Color("3"))
	case faint:
		base = base.Faint(true)
	case cyan:
		base = base.Foreground(lipgloss.Color("6"))
	case green:
		base = base.Foreground(lipgloss.Color("2"))
	case red:
		base = base.Foreground(lipgloss.Color("1"))
	default:
		base = base.Bold(true)
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines { // several lines at once would be padded to the same width
		lines[i] = base.Render(line)
	}
	return strings.Join(lines, "\n")
}

// level returns the name of a log level, in its color and five columns wide.
func (p palette) level(name string) string {
	style := faint
	switch name {
	case "warn":
		style = boldYellow
	case "error":
		style = boldRed
	}
	return p.paint(style, fmt.Sprintf("%-5s", OneLine(name)))
}

// paint applies a style to text for Err.
func (e *Env) paint(s style, text string) string {
	return newPalette(e.color(e.ErrTTY)).paint(s, text)
}
