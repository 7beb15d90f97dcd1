package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingReference = &checker.Rule{
	ID:       "billing-reference",
	Severity: diag.Error,
	Title:    "use only features and meters of the billing catalog",
	Why: "no install has a feature that is not in the catalog, and usage of a meter that is not in the catalog is not " +
		"recorded",
	Hint: "add it to billing in defineApp, or correct the id",
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
		return // billing-without-catalog reports it
	}
	features, meters := catalogIDs(p, "features"), catalogIDs(p, "meters")
	for i, plan := range catalogItems(p, "plans") {
		owner := planName(plan, i)
		for _, feature := range texts(plan.Get("features")) {
			checkInCatalog(p, catalogRef{feature.At, owner, "feature", feature.Text}, features)
		}
		for _, limit := range plan.Get("limits").Members {
			checkInCatalog(p, catalogRef{limit.Value.At, owner, "meter", limit.Name}, meters)
		}
		if meter := plan.Path("pricing", "meter"); meter.IsString() {
			checkInCatalog(p, catalogRef{meter.At, owner, "meter", meter.Text}, meters)
		}
	}
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		for _, feature := range texts(block.Get("requires")) {
			checkInCatalog(p, catalogRef{feature.At, describe(d), "feature", feature.Text}, features)
			if slices.Contains(features, feature.Text) {
				checkInPlan(p, d, feature)
			}
		}
		if meter := meterOf(block); meter.IsString() {
			checkInCatalog(p, catalogRef{meter.At, describe(d), "meter", meter.Text}, meters)
		}
	})
	for _, call := range p.Calls {
		if meter, ok := recordedMeter(call); ok {
			owner := "the call of billing." + call.Path[len(call.Path)-1]
			checkInCatalog(p, catalogRef{call.ArgAt, owner, "meter", meter}, meters)
		}
	}
}

// checkInPlan warns of a required feature that no plan includes, so that the capability is always blocked.
func checkInPlan(p *checker.Pass, d *declared.Declaration, feature *declared.Value) {
	plans := catalogItems(p, "plans")
	mayInclude := func(plan *declared.Value) bool {
		included := plan.Get("features")
		return !included.IsArray() || holdsText(included, feature.Text)
	}
	if onLimit := d.Options.Path("billing", "onLimit"); !onLimit.IsAbsent() && onLimit.Text != "block" {
		return // it runs all the same
	}
	if len(plans) > 0 && !slices.ContainsFunc(plans, mayInclude) {
		p.Reportf(feature.At, "%s requires the feature %s, which no plan includes", describe(d), quote(feature)).Warn().
			Hintf("add it to the features of a plan: every install is blocked otherwise")
	}
}

// recordMethods are the methods of ctx.billing that record on a meter.
var recordMethods = []string{"recordUsage", "recordCredit"}

// recordedMeter returns the meter that a call of ctx.billing records on, if it is a literal.
func recordedMeter(call declared.Call) (meter string, ok bool) {
	last := len(call.Path) - 1
	if last < 1 || call.Path[last-1] != "billing" || !slices.Contains(recordMethods, call.Path[last]) {
		return "", false
	}
	if len(call.Args) == 0 || !call.Args[0].Known || call.Args[0].List != nil {
		return "", false
	}
	return call.Args[0].Text, true
}

// catalogRef is an id that refers to an item of the billing catalog.
type catalogRef struct {
	at    declared.Mark
	owner string // what has the reference, as messages name it
	kind  string // "feature" or "meter"
	id    string
}

// checkInCatalog reports a reference to an id that is not in the catalog.
func checkInCatalog(p *checker.Pass, ref catalogRef, known []string) {
	if isBlank(ref.id) || slices.Contains(known, ref.id) {
		return // option-type reports a blank one
	}
	p.Reportf(ref.at, "%s names the %s %s, which is not in the billing catalog",
		ref.owner, ref.kind, quoteText(ref.id)).
		Suggest(ref.id, known)
}
