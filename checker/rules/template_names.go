// This file reads the Handlebars subset that timeline templates are written in.

package rules

import (
	"fmt"
	"slices"
	"strings"
)

// templateNames are the properties that a template names, each once, in order. The problem says why the
// template cannot be read; it is "" when it can.
//
// Read are {{name}}, {{name.member}}, {{{name}}}, comments, and blocks such as {{#formatDate name format="short"}}…{{/formatDate}}.
func templateNames(template string) (names []string, problem string) {
	var open []string // the blocks that are open
	rest := template
	for {
		before, after, found := strings.Cut(rest, "{{")
		if strings.Contains(before, "}}") {
			return nil, `"}}" without "{{"`
		}
		if !found {
			break
		}
		tag, following, closed := strings.Cut(after, "}}")
		if !closed {
			return nil, `"{{" without "}}"`
		}
		rest = strings.TrimPrefix(following, strings.Repeat("}", strings.Count(leadingBraces(tag), "{")))
		tag = strings.TrimSpace(strings.Trim(strings.TrimLeft(tag, "{"), "~&"))
		switch {
		case strings.HasPrefix(tag, "!"):
			continue // a comment
		case strings.HasPrefix(tag, "/"):
			block := strings.TrimSpace(tag[1:])
			if len(open) == 0 || open[len(open)-1] != block {
				return nil, fmt.Sprintf("{{/%s}} closes no block", block)
			}
			open = open[:len(open)-1]
			continue
		case strings.HasPrefix(tag, "#"), strings.HasPrefix(tag, "^"):
			words := strings.Fields(tag[1:])
			if len(words) == 0 {
				return nil, fmt.Sprintf("{{%s}} has no name", tag)
			}
			names = appendNames(names, open, words[1:])
			open = append(open, words[0])
		case tag == "":
			return nil, "{{}} is empty"
		default:
			words := strings.Fields(tag)
			if len(words) > 1 {
				words = words[1:] // the first is a helper, as in {{formatDate sentAt}}
			}
			names = appendNames(names, open, words)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Sprintf("{{#%s}} is not closed", open[len(open)-1])
	}
	return names, ""
}

func leadingBraces(tag string) string { return tag[:len(tag)-len(strings.TrimLeft(tag, "{"))] }

// appendNames adds the first parts of paths, such as extraData of extraData.items[0], and leaves out literals and
// options. Inside of each and with, names are those of an item, which nobody declared.
func appendNames(names, open, words []string) []string {
	if slices.Contains(open, "each") || slices.Contains(open, "with") {
		return names
	}
	for _, word := range words {
		if strings.ContainsAny(word, `="'`) || strings.Trim(word, "0123456789.") == "" || strings.HasPrefix(word, "@") {
			continue // format="short", 'text', 3, @index
		}
		name, _, _ := strings.Cut(strings.Trim(word, "()"), ".")
		name, _, _ = strings.Cut(name, "[")
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
