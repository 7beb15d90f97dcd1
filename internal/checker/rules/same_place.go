package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

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
