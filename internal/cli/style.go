// This file holds the few styles of the terminal voice.

package cli

import (
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
)

// paint dresses words for Err.
func (e *Env) paint(s style, words string) string { return dress(e.Color(e.ErrTTY), s, words) }

func dress(color bool, s style, words string) string {
	if !color {
		return words
	}
	r := lipgloss.NewRenderer(nil)
	r.SetColorProfile(termenv.ANSI)
	base := r.NewStyle()
	switch s {
	case boldRed:
		return base.Bold(true).Foreground(lipgloss.Color("1")).Render(words)
	case boldYellow:
		return base.Bold(true).Foreground(lipgloss.Color("3")).Render(words)
	case faint:
		return base.Faint(true).Render(words)
	case cyan:
		return base.Foreground(lipgloss.Color("6")).Render(words)
	default:
		return base.Bold(true).Render(words)
	}
}
