package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/publicurl"
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
	return func(p *checker.Pass) {
		first := firsts[declarationName, *declared.Declaration]{}
		for _, d := range ofKind(p, kinds...) {
			if d.ID == "" {
				continue // missing-option and declaration-id report it
			}
			if earlier, taken := first.earlier(nameOf(d), d); taken && !samePlace(p, earlier, d) {
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

// declarationName identifies a declaration by kind and id, also when two shards evaluated its module.
type declarationName struct {
	kind declared.Kind
	id   string
}

func nameOf(d *declared.Declaration) declarationName { return declarationName{d.Kind, d.ID} }

// firsts holds the first value with each key.
type firsts[K comparable, V any] map[K]V

// firstTexts holds the first value with each text.
type firstTexts = firsts[string, *declared.Value]

// earlier returns the value that was added with the same key. If there is none, it adds the given one.
func (f firsts[K, V]) earlier(key K, v V) (earlier V, taken bool) {
	if earlier, taken = f[key]; !taken {
		f[key] = v
	}
	return earlier, taken
}

// hasText reports whether a value is a string that is not blank.
func hasText(v *declared.Value) bool { return v.IsString() && !isBlank(v.Text) }

// samePlace reports whether two declarations are the same call in the source. A large project is evaluated in
// shards, and a module that two shards share declares everything once in each. It may decode source maps, so call
// it only for declarations that are about to be reported.
func samePlace(p *checker.Pass, a, b *declared.Declaration) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.ID != b.ID || a.At.IsZero() || b.At.IsZero() {
		return false
	}
	if a.At.Span == nil && b.At.Span == nil && a.At.Shard == b.At.Shard {
		return false // a shard evaluates each module once: a loop or a function made the call twice
	}
	return p.Locator.Locate(a.At) == p.Locator.Locate(b.At)
}

// allEvaluated reports whether every worker file was evaluated completely. Rules about missing declarations call it
// first, because a file that failed may contain the declaration.
func allEvaluated(p *checker.Pass) bool {
	for _, file := range p.Workers {
		if !file.Evaluated {
			return false
		}
	}
	return true
}

// reportUnlessURL reports a text that is not an absolute https URL. The message calls it by the given name.
func reportUnlessURL(p *checker.Pass, v *declared.Value, name string) {
	if _, err := publicurl.Parse(v.Text); hasText(v) && err != nil { // option-type reports other values
		p.Reportf(v.At, "invalid %s: %v", name, err)
	}
}
