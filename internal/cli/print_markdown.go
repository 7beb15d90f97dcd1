package cli

import (
	"fmt"
	"io"
	"strings"
)

func printMarkdown(r *Report, w io.Writer, _ look) error {
	_, err := io.WriteString(w, r.markdown(len(r.Findings)))
	return err
}

// markdown returns a table of the first limit findings.
func (r *Report) markdown(limit int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### svc check: %s\n", r.Summary())
	if len(r.Findings) == 0 {
		return b.String()
	}
	b.WriteString("\n| | Position | Finding | Rule |\n|---|---|---|---|\n")
	for i, f := range r.Findings {
		if i == limit {
			fmt.Fprintf(&b, "\n%s more.\n", Count(len(r.Findings)-limit, "finding"))
			break
		}
		text := cell(f.Message)
		if f.Hint != "" {
			text += "<br>" + cell(f.Hint)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | `%s` |\n", f.Severity, strings.ReplaceAll(place(f.Span), "|", `\|`), text, f.Rule)
	}
	return b.String()
}

// cell escapes text for a table cell: users' values must not become markup.
func cell(text string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	).Replace(OneLine(text))
}
