// The rule billing-upgrade-url: people can be sent there to upgrade.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var billingUpgradeURL = &checker.Rule{
	ID:       "billing-upgrade-url",
	Severity: diag.Error,
	Title:    "billing.upgradeUrl is an absolute https URL",
	Why:      "it is shown to whoever is turned away by billing, in the CRM, where a relative URL leads nowhere",
	Hint:     "write the whole URL, from https:// on",
	Before:   `billing: { upgradeUrl: '/upgrade', ... },`,
	After:    `billing: { upgradeUrl: 'https://app.example.com/upgrade', ... },`,
	Run:      runBillingUpgradeURL,
}

func runBillingUpgradeURL(p *checker.Pass) {
	url := appOption(p, "billing", "upgradeUrl")
	if !url.IsString() || isBlank(url.Text) {
		return // left out, or option-type speaks of it
	}
	if _, err := publicurl.Parse(url.Text); err != nil {
		p.Reportf(url.At, "billing.upgradeUrl %s is refused: %v", quote(url), err)
	}
}
