package cli

import (
	"bufio"
	"fmt"
	"io"
)

// printConcise prints one finding per line, like compilers: file:line:column: severity: message [rule].
func printConcise(r *Report, w io.Writer, dress look) error {
	p := newPalette(dress.color)
	b := bufio.NewWriter(w)
	for _, f := range r.Findings {
		fmt.Fprintf(b, "%s: %s: %s %s\n", p.paint(bold, place(f.Span)), p.severity(f.Severity), OneLine(f.Message), p.paint(
			faint, "["+f.Rule+"]",
		))
	}
	return b.Flush()
}
