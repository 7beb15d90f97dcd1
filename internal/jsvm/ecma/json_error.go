package ecma

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// fail throws a SyntaxError with the position, in V8's words.
func (p *jsonParser) fail(message string) {
	line, column := 1, 1
	for _, r := range p.text[:p.at] {
		column++
		if r > 0xFFFF {
			column++
		}
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	panic(p.realm.NewError("SyntaxError", fmt.Sprintf(
		"%s at position %d (line %d column %d)", message, utf16Length(p.text[:p.at]), line, column,
	)))
}

// shownAround is how many characters V8 shows on each side of an unexpected token.
const shownAround = 10

// notEvenJSON are the texts of values that were passed instead of JSON. V8 has a special message for them.
var notEvenJSON = []string{"undefined", "NaN", "Infinity", "[object Object]"}

// unexpected throws a SyntaxError that shows the surrounding text, in V8's words.
func (p *jsonParser) unexpected() {
	if p.at >= len(p.text) {
		panic(p.realm.NewError("SyntaxError", "Unexpected end of JSON input"))
	}
	if slices.Contains(notEvenJSON, p.text) {
		panic(p.realm.NewError("SyntaxError", `"`+p.text+`" is not valid JSON`))
	}
	token, _ := utf8.DecodeRuneInString(p.text[p.at:])
	runes := []rune(p.text)
	at := utf8.RuneCountInString(p.text[:p.at])
	from, to := max(at-shownAround, 0), min(at+shownAround, len(runes))
	before, after := "...", "..."
	if len(runes) <= 4*shownAround {
		from, to = 0, len(runes)
	}
	if from == 0 {
		before = ""
	}
	if to == len(runes) {
		after = ""
	}
	shown := string(runes[from:to])
	panic(p.realm.NewError(
		"SyntaxError", fmt.Sprintf(`Unexpected token '%c', %s"%s"%s is not valid JSON`, token, before, shown, after),
	))
}

func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
