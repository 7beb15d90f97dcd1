// This file tells two declarations from one that was evaluated twice: a big project is evaluated in
// parts, and a module that two parts share declares its things once in each.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// samePlace reports whether two declarations are one call in the source. It may decode source maps:
// ask it only about declarations that are about to be reported.
func samePlace(p *checker.Pass, a, b *declared.Declaration) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.ID != b.ID || a.At.IsZero() || b.At.IsZero() {
		return false
	}
	if a.At.Span == nil && b.At.Span == nil && a.At.Shard == b.At.Shard {
		return false // a part evaluates each module once: the call was made twice, by a loop or a function
	}
	return p.Locator.Locate(a.At) == p.Locator.Locate(b.At)
}

// allEvaluated reports whether every worker file ran to its end. Rules about what is missing elsewhere
// ask it first: the file that failed may be the one that holds it.
func allEvaluated(p *checker.Pass) bool {
	for _, file := range p.Workers {
		if !file.Evaluated {
			return false
		}
	}
	return true
}
