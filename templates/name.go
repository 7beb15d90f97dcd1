// This file spells one name in the ways that source code needs it.

package templates

import (
	"strings"
	"unicode"
)

// Name is one name in every spelling: "refund-invoice", "refundInvoice", "RefundInvoice",
// "REFUND_INVOICE", "Refund invoice".
type Name struct {
	Kebab, Camel, Pascal, Upper, Sentence string
}

// Named takes a name in any spelling ("refundInvoice", "Refund invoice") apart and spells it anew.
// A name without a letter or digit gives the zero Name.
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

// words splits at everything that is no ASCII letter or digit, and where a capital starts a word.
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

// apply replaces the words that the templates use for a thing that has no name yet.
func (n Name) apply(text string) string {
	return strings.NewReplacer(
		"new-thing", n.Kebab, "newThing", n.Camel, "NewThing", n.Pascal,
		"NEW_THING", n.Upper, "New thing", n.Sentence,
	).Replace(text)
}
