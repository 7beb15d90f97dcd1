// The rule reserved-source-name: a source's webhook does not hide the triggers'.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var reservedSourceName = &checker.Rule{
	ID:       "reserved-source-name",
	Severity: diag.Error,
	Title:    "no source is called crm",
	Why:      "a push source is posted to at /webhooks/<name>, and the CRM platform's own webhooks arrive at /webhooks/crm",
	Hint:     "give the source another name",
	Before:   `defineSource({ name: 'crm', fetch });`,
	After:    `defineSource({ name: 'ledger', fetch });`,
	Run:      runReservedSourceName,
}

// platformWebhook is the name below /webhooks that belongs to the CRM platform (spec, Endpoints).
const platformWebhook = "crm"

func runReservedSourceName(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind == declared.Source && d.ID == platformWebhook {
			p.Reportf(d.IDMark(), "the source name %q is the CRM platform's own", d.ID)
		}
	}
}
