package rules

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/declared"
)

// nouns are the names of declaration kinds in messages.
var nouns = map[declared.Kind]string{
	declared.App: "app", declared.Card: "card", declared.McpServer: "MCP server", declared.Worker: "worker",
	declared.Tool: "tool", declared.CardBackend: "card backend", declared.Trigger: "trigger", declared.Sync: "sync",
	declared.Source: "source", declared.AppObject: "app object",
	declared.AppObjectAssociation: "app object association", declared.AppEvent: "app event",
}

// describe names a declaration: `tool "send-reminder"`, or `a tool` when it has no id.
func describe(d *declared.Declaration) string {
	noun := nouns[d.Kind]
	switch {
	case d.Kind == declared.Tool && d.Call == "action":
		noun = "action"
	case d.Kind == declared.Source && d.Push:
		noun = "push source"
	}
	if d.ID == "" {
		return article(noun) + " " + noun
	}
	return fmt.Sprintf("%s %q", noun, d.ID)
}

func article(noun string) string {
	switch noun[0] {
	case 'a', 'e', 'i', 'o', 'u', 'M': // "an MCP server"
		return "an"
	}
	return "a"
}

// Longest quoted text in a message, in characters. A long pasted text would fill the terminal.
const maxQuoted = 60

// quote shows a value as written: "text", 3, true, an array, a function.
func quote(v *declared.Value) string {
	switch v.Shape {
	case declared.String:
		return quoteText(v.Text)
	case declared.Number:
		return cmp.Or(v.Text, quoteNumber(v.Num))
	case declared.Bool:
		return strconv.FormatBool(v.Bool)
	case declared.Null, declared.Undefined:
		return v.Shape.String()
	case declared.Function:
		return "a " + cmp.Or(v.Text, v.Shape.String())
	case declared.Reference:
		if v.Ref != nil {
			return describe(v.Ref)
		}
	case declared.Other:
		if strings.HasPrefix(v.Text, "a ") {
			return v.Text
		}
		switch {
		case v.Text == "":
		case v.Text == "Object":
			return "an object with another prototype" // such as { __proto__: … }
		case strings.ContainsRune("AEIOaeio", rune(v.Text[0])):
			return "an " + v.Text
		default:
			return "a " + v.Text
		}
	}
	return article(v.Shape.String()) + " " + v.Shape.String()
}

// quoteNumber writes a number as JavaScript does.
func quoteNumber(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "Infinity"
	case math.IsInf(n, -1):
		return "-Infinity"
	case n == math.Trunc(n) && math.Abs(n) < maxPlainNumber:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// Numbers from here on have an exponent in JavaScript.
const maxPlainNumber = 1e21

// quoteText quotes a string as %q does, shortened to maxQuoted characters.
func quoteText(text string) string {
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted]) + "…"
	}
	return strconv.Quote(text)
}

// oneOf lists valid values: `"a", "b" or "c"`.
func oneOf(values []string) string { return wordList(values, "or") }

// allOf lists values: `"a", "b" and "c"`.
func allOf(values []string) string { return wordList(values, "and") }

// orList lists words without quotes: `a, b or c`.
func orList(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return strings.Join(words, "")
}

// literals lists the words of an option as in TypeScript: `'a', 'b' or 'c'`.
func literals(options []option, path ...string) string {
	var words []string
	for _, word := range optionAt(options, path...).words {
		words = append(words, "'"+word+"'")
	}
	return orList(words)
}

func wordList(values []string, last string) string {
	var b strings.Builder
	for i, value := range values {
		switch {
		case i == 0:
		case i == len(values)-1:
			b.WriteString(" " + last + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(value))
	}
	return b.String()
}

// isBlank reports whether a string is empty or all spaces.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
