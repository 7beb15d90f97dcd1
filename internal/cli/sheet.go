package cli

import (
	"fmt"
	"strings"
)

// Sheet is an explanation: a heading, a title and labeled parts.
type Sheet struct {
	Heading, Title string
	Parts          []SheetPart
}

// SheetPart is a label with a sentence or a list. A part without text is not printed.
type SheetPart struct {
	Label string
	Text  string
	Items []string
}

// Sheet prints a sheet to Out.
func (e *Env) Sheet(s Sheet) error {
	p := newPalette(e.Color(e.OutTTY))
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n", p.paint(bold, OneLine(s.Heading)), OneLine(s.Title))
	for _, part := range s.Parts {
		if part.Text != "" {
			fmt.Fprintf(&b, "\n%s %s\n", p.paint(cyan, part.Label+":"), OneLine(part.Text))
		}
		if len(part.Items) > 0 {
			fmt.Fprintf(&b, "\n%s\n", p.paint(cyan, part.Label+":"))
		}
		for _, item := range part.Items {
			fmt.Fprintf(&b, "  - %s\n", OneLine(item))
		}
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}
