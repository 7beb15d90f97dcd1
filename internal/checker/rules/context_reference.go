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
	Title:    "name declared app objects, app events and capabilities in calls",
	Why:      "the runtime finds them by their ids among those that the app declares; a call with another id throws",
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
			checkContextReference(p, call, "app object", ofKind(p, declared.AppObject))
		case "appEvents.send", "appEvents.sendBatch":
			checkContextReference(p, call, "app event", ofKind(p, declared.AppEvent))
		case "later":
			checkContextReference(p, call, "tool or card backend", laterTargets(p, call.File))
		}
	}
}

func checkContextReference(p *checker.Pass, call declared.Call, noun string, all []*declared.Declaration) {
	id := call.Args[0].Text
	known := make([]string, len(all))
	for i, d := range all {
		known[i] = d.ID
	}
	if slices.Contains(known, id) {
		return
	}
	p.Reportf(call.ArgAt, "%s names the %s %s, which does not exist", strings.Join(call.Path, "."), noun, quoteText(id)).
		Suggest(id, known)
}

// laterTargets returns the capabilities that code of a file can schedule: those of its worker, or of any worker if it
// is in no worker's file.
func laterTargets(p *checker.Pass, file string) []*declared.Declaration {
	targets := ofKind(p, declared.Tool, declared.CardBackend)
	return slices.DeleteFunc(targets, func(d *declared.Declaration) bool {
		return slices.ContainsFunc(p.Workers, func(w *declared.WorkerFile) bool {
			return w.Path == file && w.Worker != nil && d.Worker != w.Worker
		})
	})
}
