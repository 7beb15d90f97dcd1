package rules

import (
	"fmt"
	"slices"
	"strings"
)

// templateNames returns the properties that a timeline template uses, in order and without duplicates. The problem
// says why the template is malformed, or is "".
//
// It parses a subset of Handlebars: {{name}}, {{name.member}}, {{{name}}}, comments, and blocks such as
// {{#formatDate name format="short"}}…{{/formatDate}}.
func templateNames(template string) (names []string, problem string) {
	var open []string // the open blocks
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

// appendNames adds the first part of each path, such as extraData of extraData.items[0], and skips literals and
// options. Inside each and with, names belong to an item, which has no declaration.
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
