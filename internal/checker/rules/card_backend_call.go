package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardBackendCall = &checker.Rule{
	ID:       "card-backend-call",
	Severity: diag.Error,
	Title:    "call only card backends that exist, through the CRM, with all required input",
	Why: "backendUrl and callBackend throw if the project has no card backend with the id, and the runtime rejects " +
		"a call without required input, or without the signature that the fetch function of the CRM's UI package adds",
	Hint:   "write the id of a card backend",
	Before: `callBackend(crm.fetch, 'invoice', { companyId })`,
	After: `callBackend(crm.fetch, 'invoices', { companyId })
worker.cardBackend('invoices', { input: { companyId: { type: 'string' } }, ... });`,
	Run: func(p *checker.Pass) {
		eachBackendCall(p, checkBackendCall)
		eachUse(p, declared.UnsignedCall, func(use declared.Use) { checkUnsignedCall(p, use) })
	},
}

var cardBackendInput = &checker.Rule{
	ID:       "card-backend-input",
	Severity: diag.Warning,
	Title:    "pass only declared input to card backends",
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
		if isOnUnexported(p, id) || isBackendOfCard(p, id) {
			return // worker-default-export or card-backend reports it
		}
		draft := p.Reportf(use.At, "%s is not a card backend of this project", quoteText(id))
		known := backendNames(p)
		if strings.Contains(id, "/") {
			known = qualifiedNames(p, "")
		}
		draft.Suggest(id, known)
		return
	}
	if len(backends) == 1 {
		checkInput(p, inputCall{"the call to " + describe(backends[0]), backends[0], use.Occurrence})
	}
}

// checkUnsignedCall reports a request to a card backend that the CRM does not sign.
func checkUnsignedCall(p *checker.Pass, use declared.Use) {
	signing := p.Vendor.UIGlobal + ".fetch"
	isLiteral := strings.Contains(use.Text, " ") // such as "a string"
	switch {
	case use.Text == declared.OfServerless:
		p.Reportf(use.At, "%s calls a serverless function of the CRM project, which has none", strings.Join(use.Path, ".")).
			Hintf("import callBackend from @svc/sdk/ui, and write callBackend(%s, '<id of a card backend>', { … })", signing)
	case use.Path[0] == "fetch":
		p.Reportf(use.At, "fetch of the browser calls a card backend without the CRM's signature").
			Hintf("write callBackend(%s, …), or %s", signing, signing)
	case use.Text == "fetch" || use.Text == p.Vendor.UIGlobal || isLiteral:
		p.Reportf(use.At, "the first argument of callBackend must be %s, not %s", signing, use.Text).
			Hintf("write callBackend(%s, …)", signing)
	}
}

func checkBackendInput(p *checker.Pass, use declared.Use, backends []*declared.Declaration) {
	if len(backends) != 1 {
		return // card-backend-call reports it, or another worker may be meant
	}
	if !backends[0].Options.Get("input").IsObject() {
		return // it receives what was sent
	}
	reportUnknownInput(p, backends[0], use.Occurrence)
}
