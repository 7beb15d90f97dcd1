package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// appOption returns the app's option at a path. Without an app or such an option it is an undefined value, never nil.
func appOption(p *checker.Pass, path ...string) *declared.Value {
	if p.App == nil {
		return (*declared.Value)(nil).Get("")
	}
	return p.App.Options.Path(path...)
}

// reportUnlessWord reports a value that is present and not one of the words. The message calls it by the given
// name, such as `location of card "x"`.
func reportUnlessWord(p *checker.Pass, v *declared.Value, name string, words []string) {
	if v.IsAbsent() || isOneOf(v, words...) {
		return
	}
	p.Reportf(v.At, "%s must be %s, not %s", name, oneOf(words), quote(v)).Suggest(v.Text, words)
}

// wordRule returns the function of a rule about an option of a kind of declaration that takes one of several words.
func wordRule(kind declared.Kind, name string) func(*checker.Pass) {
	return func(p *checker.Pass) {
		for _, d := range ofKind(p, kind) {
			words := optionAt(optionsOf(d), name).words
			reportUnlessWord(p, d.Options.Get(name), name+" of "+describe(d), words)
		}
	}
}

// isOneOf reports whether a value is one of the words.
func isOneOf(v *declared.Value, words ...string) bool {
	return v.IsString() && slices.Contains(words, v.Text)
}

// texts returns the strings of a value that is a string or a list.
func texts(v *declared.Value) []*declared.Value {
	if v.IsString() {
		return []*declared.Value{v}
	}
	var all []*declared.Value
	for _, item := range v.Items {
		if item.IsString() {
			all = append(all, item)
		}
	}
	return all
}
