package checkpoint

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// escapeMarkdown escapes names: they must not become markup, or end a cell.
var escapeMarkdown = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "`", "&#96;", "*", "&#42;", "_", "&#95;",
	"[", "&#91;", "]", "&#93;", `\`, "&#92;", "@", "&#64;", "~", "&#126;",
)

func markdown(text string) string { return escapeMarkdown.Replace(visible(text)) }

func writeMarkdown(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	c := r.Current
	fmt.Fprintf(out, "### Checkpoints of %s (%s)\n\n", markdown(r.Project), markdown(c.Environment))
	fmt.Fprintf(
		out,
		"%s to %s UTC, complete until %s. "+
			"Backpressure is a success that is counted separately. Percentiles are accurate to 1 %%.\n\n",
		minute(c.From), minute(c.Until), minute(c.CompleteUntil),
	)
	heads := Heads()
	fmt.Fprintf(
		out, "| %s |\n|%s|\n", strings.Join(heads, " | "), " --- |"+strings.Repeat(" ---: |", len(heads)-2)+" ---: ",
	)
	for _, row := range r.Rows() {
		cells := row.Cells()
		for i := range cells {
			cells[i] = markdown(cells[i])
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
	if r.Verdict != nil {
		fmt.Fprintf(
			out, "\n%s\n\n",
			map[bool]string{true: "**The assertion holds.**", false: "**The assertion does not hold.**"}[r.Verdict.Holds],
		)
		for _, f := range r.Verdict.Findings {
			fmt.Fprintf(out, "- %s: %s\n", markdown(f.Comparison), markdown(f.String()))
		}
	}
	return out.Flush()
}
