// The rule billing-reference: what plans and capabilities name is in the catalog.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingReference = &checker.Rule{
	ID:       "billing-reference",
	Severity: diag.Error,
	Title:    "features and meters that plans and capabilities name are in the billing catalog",
	Why:      "a feature that no catalog has is held by no install, and usage of a meter that no catalog has is recorded nowhere",
	Hint:     "add it to billing in defineApp, or correct the id",
	Before: `features: [{ id: 'reminders', name: 'Reminders' }],
// in a capability
billing: { requires: 'reminder' },`,
	After: `features: [{ id: 'reminders', name: 'Reminders' }],
// in a capability
billing: { requires: 'reminders' },`,
	Run: runBillingReference,
}

func runBillingReference(p *checker.Pass) {
	catalog := appOption(p, "billing")
	if !catalog.IsObject() {
		return // billing-without-catalog speaks of capabilities that bill without one
	}
	features, meters := catalogIDs(p, "features"), catalogIDs(p, "meters")
	for i, plan := range catalogItems(p, "plans") {
		owner := planName(plan, i)
		for _, feature := range texts(plan.Get("features")) {
			checkInCatalog(p, feature.At, owner, "feature", feature.Text, features)
		}
		for _, limit := range plan.Get("limits").Members {
			checkInCatalog(p, limit.Value.At, owner, "meter", limit.Name, meters)
		}
		if meter := plan.Path("pricing", "meter"); meter.IsString() {
			checkInCatalog(p, meter.At, owner, "meter", meter.Text, meters)
		}
	}
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		for _, feature := range texts(block.Get("requires")) {
			checkInCatalog(p, feature.At, describe(d), "feature", feature.Text, features)
		}
		if meter := meterOf(block); meter.IsString() {
			checkInCatalog(p, meter.At, describe(d), "meter", meter.Text, meters)
		}
	})
	for _, call := range p.Calls {
		if meter, ok := recordedMeter(call); ok {
			checkInCatalog(p, call.At, "the call of billing."+call.Path[len(call.Path)-1], "meter", meter, meters)
		}
	}
}

// recordedMeter is the meter that a call of ctx.billing records on, when it stands in the source.
func recordedMeter(call declared.Call) (meter string, ok bool) {
	last := len(call.Path) - 1
	if last < 1 || call.Path[last-1] != "billing" ||
		call.Path[last] != "recordUsage" && call.Path[last] != "recordCredit" {
		return "", false
	}
	if len(call.Args) == 0 || !call.Args[0].Known || call.Args[0].List != nil {
		return "", false
	}
	return call.Args[0].Text, true
}

// checkInCatalog reports an id that a list of the catalog does not have.
func checkInCatalog(p *checker.Pass, at declared.Mark, owner, what, id string, known []string) {
	if isBlank(id) || slices.Contains(known, id) {
		return // option-type speaks of a blank one
	}
	draft := p.Reportf(at, "%s names the %s %s, which the billing catalog does not have", owner, what, quoteText(id))
	hintNearest(draft, id, known)
}
