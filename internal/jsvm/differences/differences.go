// Package differences lists what the local engine does in another way than the edge. The engine's errors take from it
// what to do instead, docs/engine.md is made from it, and a test of internal/jsvm/webapi runs its expressions.
package differences

import (
	"fmt"
	"strings"
)

// Section is a part of the page with a table.
type Section struct {
	// Title is the heading, Before and After are paragraphs of Markdown.
	Title, Before, After string
	// Columns are the headings of the table.
	Columns [3]string
	Rows    []Row
}

// Row is one difference.
type Row struct {
	// What differs, how the local engine behaves, and Instead, what to do: Markdown. Instead is an imperative phrase.
	What, Local, Instead string
	// Missing are the built-ins whose errors end with Instead, by the beginning of their names. Those of Node begin with
	// "node:".
	Missing []string
	// Throws are expressions that throw, and Undefined expressions that are undefined. Errors of Throws end with Instead
	// if the row has Missing.
	Throws, Undefined []string
}

// ofNode ends the names of missing functions of Node in errors.
const ofNode = " of Node"

// Instead returns what to use instead of a missing built-in; "" if the table does not say. The longest entry decides.
func Instead(name string) string {
	if module, isNode := strings.CutSuffix(name, ofNode); isNode {
		name = "node:" + module
	}
	found, instead := "", ""
	for _, section := range Sections {
		for _, row := range section.Rows {
			for _, entry := range row.Missing {
				if len(entry) > len(found) && isPartOf(entry, name) {
					found, instead = entry, plain(row.Instead)
				}
			}
		}
	}
	return instead
}

// isPartOf reports whether a name is an entry, or begins with one as a whole word.
func isPartOf(entry, name string) bool {
	rest, begins := strings.CutPrefix(name, entry)
	return begins && (rest == "" || strings.ContainsAny(rest[:1], ". (:/"))
}

// plain removes the Markdown of a phrase.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// Markdown returns the sections.
func Markdown() string {
	var b strings.Builder
	for _, s := range Sections {
		fmt.Fprintf(&b, "\n## %s\n\n", s.Title)
		if s.Before != "" {
			b.WriteString(s.Before + "\n\n")
		}
		fmt.Fprintf(&b, "| %s |\n|---|---|---|\n", strings.Join(s.Columns[:], " | "))
		for _, row := range s.Rows {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", row.What, row.Local, row.Instead)
		}
		if s.After != "" {
			b.WriteString("\n" + s.After + "\n")
		}
	}
	return b.String()
}
