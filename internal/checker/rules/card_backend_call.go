package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var cardBackendCall = &checker.Rule{
	ID:       "card-backend-call",
	Severity: diag.Error,
	Title:    "call card backends that exist, with their required input",
	Why: "backendUrl and callBackend throw for an id that is not a card backend of the project, and the runtime rejects " +
		"a call that lacks required input",
	Hint:   "write the id of a card backend",
	Before: `callBackend(crm.fetch, 'invoice', { companyId })`,
	After: `callBackend(crm.fetch, 'invoices', { companyId })
worker.cardBackend('invoices', { input: { companyId: { type: 'string' } }, ... });`,
	Run: func(p *checker.Pass) { eachBackendCall(p, checkBackendCall) },
}

var cardBackendInput = &checker.Rule{
	ID:       "card-backend-input",
	Severity: diag.Warning,
	Title:    "call card backends with the input that they declare",
	Why:      "the runtime drops fields that the card backend does not declare",
	Hint:     "declare the field in input, or correct the name",
	Before:   `callBackend(crm.fetch, 'invoices', { companyID: id })`,
	After:    `callBackend(crm.fetch, 'invoices', { companyId: id })`,
	Run:      func(p *checker.Pass) { eachBackendCall(p, checkBackendInput) },
}

// eachBackendCall visits the calls of card backends in cards, once for each place. backends are those of that name.
func eachBackendCall(p *checker.Pass, visit func(*checker.Pass, declared.Use, []*declared.Declaration)) {
	if !allEvaluated(p) {
		return // a file that failed may declare the backend
	}
	eachUse(p, declared.BackendCall, func(use declared.Use) { visit(p, use, backendsNamed(p, use.Path[0])) })
}

func checkBackendCall(p *checker.Pass, use declared.Use, backends []*declared.Declaration) {
	if id := use.Path[0]; len(backends) == 0 {
		if isOnUnexported(p, id) {
			return // worker-default-export reports its worker
		}
		draft := p.Reportf(use.At, "%s is not a card backend of this project", quoteText(id))
		known := backendNames(p)
		if strings.Contains(id, "/") {
			known = qualifiedNames(p, "")
		}
		draft.Suggest(id, known)
		return
	}
	input := use.Occurrence
	if len(backends) > 1 || input.OtherProperties {
		return
	}
	fields := backends[0].Options.Get("input")
	call := "the call of " + describe(backends[0])
	reportLacking(p, input.PropertiesAt, call, "the required input", lacking(input, fields))
	for _, sent := range input.Properties {
		if isMisnamed(input, fields, sent) {
			reportUndeclaredInput(p, backends[0], sent)
		}
	}
}

// isMisnamed reports whether a call sends a required field under a name that is nearly its own, and so lacks the field.
func isMisnamed(input *declared.Occurrence, fields *declared.Value, sent declared.SentProperty) bool {
	if sent.IsAbsent || fields.Has(sent.Name) {
		return false
	}
	near := typo.Nearest(sent.Name, memberNames(fields))
	isSent := func(s declared.SentProperty) bool { return s.Name == near && !s.IsAbsent }
	return near != "" && isRequired(fields.Get(near)) && !input.OtherProperties &&
		!slices.ContainsFunc(input.Properties, isSent)
}

func reportUndeclaredInput(p *checker.Pass, backend *declared.Declaration, sent declared.SentProperty) {
	p.Reportf(sent.At, "%s has no input field %s", describe(backend), quoteText(sent.Name)).
		SuggestName(sent.Name, memberNames(backend.Options.Get("input")), nil)
}

func checkBackendInput(p *checker.Pass, use declared.Use, backends []*declared.Declaration) {
	if len(backends) != 1 {
		return // card-backend-call reports it, or another worker may be meant
	}
	fields := backends[0].Options.Get("input")
	if !fields.IsObject() {
		return // it receives what was sent
	}
	for _, sent := range use.Occurrence.Properties {
		if !fields.Has(sent.Name) && !isMisnamed(use.Occurrence, fields, sent) { // card-backend-call reports the latter
			reportUndeclaredInput(p, backends[0], sent)
		}
	}
}
