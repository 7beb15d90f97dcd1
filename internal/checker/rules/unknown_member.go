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
	Title:    "read only members that an enum, a constant object, a built-in object or a result of ctx has",
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
	type membership struct {
		of             declared.Mark
		object, member string
	}
	tested := map[membership]bool{} // code that asks for a member once may read it anywhere
	eachUse(p, declared.UnknownObjectMember, func(use declared.Use) {
		if use.IsTested {
			tested[membership{use.Of, use.Path[0], use.Path[1]}] = true
		}
	})
	eachUse(p, declared.UnknownObjectMember, func(use declared.Use) {
		object, member := use.Path[0], use.Path[1]
		isEnum := use.Of.IsZero() && use.Text != declared.OfClass
		isTested := tested[membership{use.Of, object, member}]
		if !isEnum && (isTested || typo.Nearest(member, use.Known) == "" || mayHave(p, use, member) ||
			isPlain(p, use.At, tsedit.ReadsOfGroup)) {
			return
		}
		at := p.Locator.Locate(use.At)
		if reported[at] || isFallback(p, at, use) {
			return
		}
		reported[at] = true
		if file := p.Locator.Locate(use.Of).File; !use.Of.IsZero() && path.Ext(file) == ".json" {
			object = path.Base(file) // the bundler gives what it imports another name
		}
		p.Reportf(use.At, "%s has no member %s", object, member).SuggestIdentifier(member, use.Known)
	})
	eachUse(p, declared.LoopKeyMember, func(use declared.Use) {
		p.Reportf(use.At, "%s is a key, a string, which has no member %s", use.Path[0], use.Path[1]).
			Hintf("write for (const %s of …): a loop with in goes through the keys of an object or list", use.Path[0])
	})
	checkResultMembers(p, reported)
	checkIterated(p)
}

// isPlain reports whether the source at a mark is code of which a function of tsedit is true.
func isPlain(p *checker.Pass, at declared.Mark, is func(text string, at int) bool) bool {
	span := p.Locator.Locate(at)
	text := string(p.Source(span.File))
	return text != "" && is(text, tsedit.Offset(text, span.Line, span.Column))
}

// mayHave reports whether an object or a class of the source may have a member that the bundle does not show.
func mayHave(p *checker.Pass, use declared.Use, member string) bool {
	if use.Of.IsZero() {
		return false
	}
	span := p.Locator.Locate(use.Of)
	text := string(p.Source(span.File))
	if text == "" {
		return true
	}
	if path.Ext(span.File) == ".json" {
		return false
	}
	if use.Text == declared.OfClass {
		return tsedit.NamesMember(text, member)
	}
	isTyped := slices.Contains([]string{".ts", ".tsx", ".mts", ".cts"}, path.Ext(span.File))
	return !tsedit.IsExactObject(text, tsedit.Offset(text, span.Line, span.Column), isTyped)
}
