// This file prints findings one a line, as compilers do: file:line:column: severity: message [rule].

package cli

import (
	"bufio"
	"fmt"
	"io"
)

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
