package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var billingUpgradeURL = &checker.Rule{
	ID:       "billing-upgrade-url",
	Severity: diag.Error,
	Title:    "set billing.upgradeUrl to an absolute https URL",
	Why:      "the CRM shows the link when billing denies a capability; a relative URL does not work there",
	Hint:     "write the full URL, including https://",
	Before:   `billing: { upgradeUrl: '/upgrade', ... },`,
	After:    `billing: { upgradeUrl: 'https://app.example.com/upgrade', ... },`,
	Run:      runBillingUpgradeURL,
}

func runBillingUpgradeURL(p *checker.Pass) {
	url := appOption(p, "billing", "upgradeUrl")
	if !hasText(url) {
		return // unset, or option-type reports it
	}
	if _, err := publicurl.Parse(url.Text); err != nil {
		p.Reportf(url.At, "invalid billing.upgradeUrl %s: %v", quote(url), err)
	}
}
