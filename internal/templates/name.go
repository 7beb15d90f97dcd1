package templates

import (
	"strings"
	"unicode"
)

// Name is a name in each case style: "refund-invoice", "refundInvoice", "RefundInvoice",
// "REFUND_INVOICE", "Refund invoice".
type Name struct {
	Kebab, Camel, Pascal, Upper, Sentence string
}

// Named returns a name of any style ("refundInvoice", "Refund invoice") in all styles. A name
// without an ASCII letter or digit returns the zero Name.
func Named(text string) Name {
	words := words(text)
	if len(words) == 0 {
		return Name{}
	}
	name := Name{Kebab: strings.Join(words, "-")}
	name.Upper = strings.ToUpper(strings.Join(words, "_"))
	name.Sentence = capital(strings.Join(words, " "))
	for _, word := range words {
		name.Pascal += capital(word)
	}
	name.Camel = words[0] + name.Pascal[len(words[0]):]
	return name
}

// words splits a text at capitals and at characters other than ASCII letters and digits.
func words(text string) []string {
	var all []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			all = append(all, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	previous := rune(0)
	for _, r := range text {
		switch {
		case r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && (unicode.IsLower(previous) || unicode.IsDigit(previous)):
			flush()
			word.WriteRune(r)
		default:
			word.WriteRune(r)
		}
		previous = r
	}
	flush()
	return all
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// apply replaces the placeholder name of the templates.
func (n Name) apply(text string) string {
	return strings.NewReplacer(
		"new-thing", n.Kebab, "newThing", n.Camel, "NewThing", n.Pascal,
		"NEW_THING", n.Upper, "New thing", n.Sentence,
	).Replace(text)
}

// reservedWords cannot be the name of a const in a module (ECMAScript 2025, 12.7.2, strict mode, and globals that
// cannot be redeclared).
const reservedWords = " arguments await break case catch class const continue debugger default delete do else enum " +
	"eval export extends false finally for function if implements import in instanceof interface let new null package " +
	"private protected public return static super switch this throw true try typeof undefined var void while with yield "

// IsReserved reports whether a word cannot be the name of a const.
func IsReserved(word string) bool { return strings.Contains(reservedWords, " "+word+" ") }
