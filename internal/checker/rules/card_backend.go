package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardBackend = &checker.Rule{
	ID:       "card-backend",
	Severity: diag.Error,
	Title:    "name exactly one card backend of the project",
	Why:      "a card calls its backend on the worker that serves it, so the id must match exactly one card backend",
	Hint:     "write the id of a card backend, or <worker>/<id> if two workers have it",
	Before:   `card({ id: 'invoices', backend: 'invoice', ... })`,
	After: `card({ id: 'invoices', backend: 'invoices', ... })
worker.cardBackend('invoices', { ... });`,
	Run: runCardBackend,
}

func runCardBackend(p *checker.Pass) {
	if !allEvaluated(p) {
		return // a file that failed may declare the backend
	}
	for _, d := range ofKind(p, declared.Card) {
		backend := d.Options.Get("backend")
		if !hasText(backend) {
			continue // unset, or option-type reports it
		}
		switch found := distinctWorkers(backendsNamed(p, backend.Text)); {
		case len(found) == 0:
			reportNoBackend(p, d, backend)
		case len(found) > 1:
			p.Reportf(backend.At, "the backend %s of %s is on %d workers", quote(backend), describe(d), len(found)).
				Hintf("write %s", oneOf(qualifiedNames(p, backend.Text))).
				Related(found[0].IDMark(), "declared here").Related(found[1].IDMark(), "also declared here")
		}
	}
}

func reportNoBackend(p *checker.Pass, d *declared.Declaration, backend *declared.Value) {
	if isOnUnexported(p, backend.Text) {
		return // worker-default-export reports its worker
	}
	draft := p.Reportf(backend.At, "the backend %s of %s is not a card backend of this project",
		quote(backend), describe(d))
	eachUse(p, declared.BackendCall, func(use declared.Use) {
		if use.Path[0] == backend.Text {
			draft.Related(use.At, "also called here")
		}
	})
	for _, other := range capabilitiesOf(p) {
		if other.ID == backend.Text {
			draft.Hintf("declare a card backend with worker.cardBackend: %s is not one", describe(other)).
				Related(other.IDMark(), "declared here")
			return
		}
	}
	known := backendNames(p)
	if strings.Contains(backend.Text, "/") {
		known = qualifiedNames(p, "")
	}
	draft.Suggest(backend.Text, known)
}

// isBackendOfCard reports whether the app has a card with a backend of this name.
func isBackendOfCard(p *checker.Pass, name string) bool {
	return slices.ContainsFunc(ofKind(p, declared.Card), func(d *declared.Declaration) bool {
		return d.Options.Get("backend").Text == name
	})
}

// isOnUnexported reports whether the card backend with a name is on a worker that no file exports as its default.
func isOnUnexported(p *checker.Pass, name string) bool {
	owner, id, qualified := strings.Cut(name, "/")
	if !qualified {
		id = name
	}
	return slices.ContainsFunc(ofKind(p, declared.CardBackend), func(d *declared.Declaration) bool {
		return d.ID == id && d.Worker != nil && (!qualified || d.Worker.ID == owner) && !isDefaultExport(p, d.Worker)
	})
}

// qualifiedNames returns `<worker>/<id>` for the card backends with an id, or for all if the id is empty.
func qualifiedNames(p *checker.Pass, id string) []string {
	var names []string
	for worker, d := range capabilitiesOf(p) {
		if d.Kind == declared.CardBackend && (id == "" || d.ID == id) {
			names = append(names, worker.ID+"/"+d.ID)
		}
	}
	return slices.Compact(names)
}

// distinctWorkers keeps the first declaration of each worker. duplicate-capability-id reports the others.
func distinctWorkers(all []*declared.Declaration) []*declared.Declaration {
	var distinct []*declared.Declaration
	for _, d := range all {
		if !slices.ContainsFunc(distinct, func(other *declared.Declaration) bool { return other.Worker == d.Worker }) {
			distinct = append(distinct, d)
		}
	}
	return distinct
}
