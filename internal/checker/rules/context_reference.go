package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var contextReference = &checker.Rule{
	ID:       "context-reference",
	Severity: diag.Error,
	Title:    "use ids of declared app objects, app events and capabilities in calls",
	Why:      "the runtime looks up the id among the declarations of the app, and throws if it is unknown",
	Hint:     "declare it, or correct the id",
	Before: `appEvent('invoice-paid', { ... });
// in a handler
await ctx.appEvents.send('invoice-payed', { objectId, properties });`,
	After: `appEvent('invoice-paid', { ... });
// in a handler
await ctx.appEvents.send('invoice-paid', { objectId, properties });`,
	Run: runContextReference,
}

func runContextReference(p *checker.Pass) {
	if p.App == nil {
		return
	}
	for _, call := range p.Calls {
		if len(call.Path) < 2 || call.Path[0] != "ctx" || len(call.Args) == 0 {
			continue
		}
		if first := call.Args[0]; !first.Known || first.List != nil {
			continue
		}
		switch strings.Join(call.Path[1:], ".") {
		case "appObjects.get", "appObjects.create", "appObjects.update", "appObjects.archive":
			checkContextReference(p, calledReference(call), "app object", ofKind(p, declared.AppObject))
		case "appEvents.send", "appEvents.sendBatch":
			checkContextReference(p, calledReference(call), "app event", ofKind(p, declared.AppEvent))
		case "later":
			checkContextReference(p, calledReference(call), "tool or card backend", laterTargets(p, call.File))
		}
	}
	eachUse(p, declared.PassedInput, func(use declared.Use) { checkOwnWorker(p, use) })
	eachUse(p, declared.HandOff, func(use declared.Use) {
		to := reference{by: "handOff", id: use.Path[0], at: use.At}
		checkContextReference(p, to, "tool or card backend", laterTargets(p, use.File))
	})
}

// checkOwnWorker reports a call that names a capability of another worker by its definition.
func checkOwnWorker(p *checker.Pass, use declared.Use) {
	isNamed := func(d *declared.Declaration) bool { return d.ID == use.Path[0] }
	all := ofKind(p, declared.Tool, declared.CardBackend)
	at := slices.IndexFunc(all, isNamed)
	if use.Capability.IsZero() || at < 0 || slices.ContainsFunc(laterTargets(p, use.File), isNamed) {
		return
	}
	draft := p.Reportf(use.Capability, "%s names %s of another worker", use.Text, describe(all[at]))
	draft.Related(all[at].At, "declared here").
		Hintf("name a capability of the same worker, and share the code of the other one in a function")
}

// reference is an id in a call.
type reference struct {
	by, id string
	at     declared.Mark
}

func calledReference(call declared.Call) reference {
	return reference{strings.Join(call.Path, "."), call.Args[0].Text, call.ArgAt}
}

func checkContextReference(p *checker.Pass, to reference, noun string, all []*declared.Declaration) {
	known := make([]string, len(all))
	for i, d := range all {
		known[i] = d.ID
	}
	if slices.Contains(known, to.id) {
		return
	}
	p.Reportf(to.at, "%s names the %s %s, which does not exist", to.by, noun, quoteText(to.id)).Suggest(to.id, known)
}

// laterTargets returns the capabilities that code of a file can schedule or hand off to: those of its worker, or of any
// worker if it is in no worker's file.
func laterTargets(p *checker.Pass, file string) []*declared.Declaration {
	targets := ofKind(p, declared.Tool, declared.CardBackend)
	return slices.DeleteFunc(targets, func(d *declared.Declaration) bool {
		return slices.ContainsFunc(p.Workers, func(w *declared.WorkerFile) bool {
			return w.Path == file && w.Worker != nil && d.Worker != w.Worker
		})
	})
}
