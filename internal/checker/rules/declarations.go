package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// ofKind returns the declarations of some kinds.
func ofKind(p *checker.Pass, kinds ...declared.Kind) []*declared.Declaration {
	var found []*declared.Declaration
	for _, d := range p.Declarations {
		if slices.Contains(kinds, d.Kind) {
			found = append(found, d)
		}
	}
	return found
}

// uniqueIDs returns the function of a rule against declarations of one kind with the same id. It ignores a call that
// two shards evaluated.
func uniqueIDs(kinds ...declared.Kind) func(*checker.Pass) {
	type key struct {
		kind declared.Kind
		id   string
	}
	return func(p *checker.Pass) {
		first := map[key]*declared.Declaration{}
		for _, d := range ofKind(p, kinds...) {
			if d.ID == "" {
				continue // missing-option and declaration-id report it
			}
			earlier, taken := first[key{d.Kind, d.ID}]
			if !taken {
				first[key{d.Kind, d.ID}] = d
				continue
			}
			if !samePlace(p, earlier, d) {
				p.Reportf(d.IDMark(), "duplicate %s %q", idNoun(d.Kind), d.ID).
					Related(earlier.IDMark(), "first declared here")
			}
		}
	}
}

func idNoun(kind declared.Kind) string {
	if kind == declared.Source {
		return "source name"
	}
	return nouns[kind] + " id"
}

// firsts holds the first value of each text of a list.
type firsts map[string]*declared.Value

// earlier returns the first value with the same text. If there is none, it adds the value and returns nil.
func (f firsts) earlier(v *declared.Value) *declared.Value {
	first := f[v.Text]
	if first == nil {
		f[v.Text] = v
	}
	return first
}
