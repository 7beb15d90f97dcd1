// This file reads options of the app, whether or not there is one.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// appOption is the option of the app that a path leads to; an undefined value, never nil, when there is none.
func appOption(p *checker.Pass, path ...string) *declared.Value {
	if p.App == nil {
		return (*declared.Value)(nil).Get("")
	}
	return p.App.Options.Path(path...)
}

// reportUnlessWord reports a value that is there and not one of the words. What names it in the message:
// `location of card "x"`.
func reportUnlessWord(p *checker.Pass, v *declared.Value, what string, words []string) {
	if v.IsAbsent() || v.IsString() && slices.Contains(words, v.Text) {
		return
	}
	draft := p.Reportf(v.At, "%s must be %s, not %s", what, oneOf(words), quote(v))
	hintNearest(draft, v.Text, words)
}

// texts are the strings that a value is or holds.
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
