package rules

import (
	"path"
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
	"github.com/appsvc/svc/internal/typo"
)

var unknownMember = &checker.Rule{
	ID:       "unknown-member",
	Severity: diag.Error,
	Title:    "read only members that an enum or a constant object has",
	Why:      "a member that does not exist is undefined, so the code sends no value, or throws when it runs",
	Hint:     "correct the name",
	Before: `enum Stage { Won = 'won', Lost = 'lost' }
await ctx.store.put('stage', Stage.Wonn);`,
	After: `enum Stage { Won = 'won', Lost = 'lost' }
await ctx.store.put('stage', Stage.Won);`,
	Run: runUnknownMember,
}

func runUnknownMember(p *checker.Pass) {
	reported := map[diag.Span]bool{} // a local file of several cards
	eachUse(p, declared.UnknownObjectMember, func(use declared.Use) {
		object, member := use.Path[0], use.Path[1]
		if isEnum := use.Of.IsZero(); !isEnum && (typo.Nearest(member, use.Known) == "" || !isExact(p, use.Of)) {
			return
		}
		at := p.Locator.Locate(use.At)
		if reported[at] {
			return
		}
		reported[at] = true
		p.Reportf(use.At, "%s has no member %s", object, member).SuggestIdentifier(member, use.Known)
	})
}

// isExact reports whether an object of the source has exactly the members that are written there.
func isExact(p *checker.Pass, at declared.Mark) bool {
	span := p.Locator.Locate(at)
	text := string(p.Source(span.File))
	if text == "" {
		return false
	}
	isTyped := slices.Contains([]string{".ts", ".tsx", ".mts", ".cts"}, path.Ext(span.File))
	return tsedit.IsExactObject(text, tsedit.Offset(text, span.Line, span.Column), isTyped)
}
