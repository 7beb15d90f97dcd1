package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var reservedSourceName = &checker.Rule{
	ID:       "reserved-source-name",
	Severity: diag.Error,
	Title:    "do not name a source crm",
	Why:      "push sources are served at /webhooks/<name>, and /webhooks/crm receives the CRM platform's webhooks",
	Hint:     "rename the source",
	Before:   `defineSource({ name: 'crm', fetch });`,
	After:    `defineSource({ name: 'ledger', fetch });`,
	Run:      runReservedSourceName,
}

// platformWebhook is the path below /webhooks for the CRM platform (spec, Endpoints).
const platformWebhook = "crm"

func runReservedSourceName(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		if d.ID == platformWebhook {
			p.Reportf(d.IDMark(), "the source name %q is reserved for the CRM platform", d.ID)
		}
	}
}
