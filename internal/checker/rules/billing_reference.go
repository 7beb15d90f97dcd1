package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingReference = &checker.Rule{
	ID:       "billing-reference",
	Severity: diag.Error,
	Title:    "use only features and meters of the billing catalog",
	Why: "an install can have only features of the catalog, and the runtime records usage only on meters of the " +
		"catalog",
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
			if slices.Contains(features, feature.Text) && isBlocking(d) && !mayBeInPlan(p, feature.Text) {
				p.Reportf(feature.At, "%s requires the feature %s, which no plan includes", describe(d), quote(feature)).
					Warn().Hintf("add it to the features of a plan; otherwise every install is blocked")
			}
		}
		if meter := meterOf(block); meter.IsString() {
			checkInCatalog(p, catalogRef{meter.At, describe(d), "meter", meter.Text}, meters)
		}
	})
	checkComparedPlans(p)
	for _, call := range p.Calls {
		switch ref := calledItem(call); {
		case ref.kind == "meter":
			checkInCatalog(p, ref, meters)
		case ref.kind == "feature" && !slices.Contains(features, ref.id):
			checkInCatalog(p, ref, features)
		case ref.kind == "feature" && !mayBeInPlan(p, ref.id):
			p.Reportf(ref.at, "%s names the feature %s, which no plan includes", ref.owner, quoteText(ref.id)).Warn().
				Hintf("add it to the features of a plan; otherwise no install has it")
		}
	}
}

// checkComparedPlans warns of comparisons that are never true: with ids that no plan of the catalog has.
func checkComparedPlans(p *checker.Pass) {
	plans := catalogIDs(p, "plans")
	if len(plans) == 0 || len(plans) < len(catalogItems(p, "plans")) {
		return // another rule reports it
	}
	eachUse(p, declared.PlanID, func(use declared.Use) {
		if id := use.Path[0]; id != "" && !slices.Contains(plans, id) { // an install without a plan has ""
			p.Reportf(use.At, "the comparison names the plan %s, which is not in the billing catalog", quoteText(id)).
				Warn().Suggest(id, plans)
		}
	})
}

// isBlocking reports whether a capability does not run for an install that lacks a feature.
func isBlocking(d *declared.Declaration) bool {
	onLimit := d.Options.Path("billing", "onLimit")
	return onLimit.IsAbsent() || onLimit.Text == "block"
}

// mayBeInPlan reports whether a plan may include a feature. Without plans, another rule reports their lack.
func mayBeInPlan(p *checker.Pass, feature string) bool {
	plans := catalogItems(p, "plans")
	return len(plans) == 0 || slices.ContainsFunc(plans, func(plan *declared.Value) bool {
		included := plan.Get("features")
		return !included.IsArray() || holdsText(included, feature)
	})
}

// calledItem returns the item of the catalog that a call of ctx.billing, or of its state, names in a literal. The kind
// is "" for other calls.
func calledItem(call declared.Call) (ref catalogRef) {
	last := len(call.Path) - 1
	if last < 1 || len(call.Args) == 0 || !call.Args[0].Known || call.Args[0].List != nil {
		return ref
	}
	method, of := call.Path[last], strings.Join(call.Path[:last], ".")
	isState := of == "ctx.billing.current()" || of == "billing.current()"
	ref = catalogRef{at: call.ArgAt, id: call.Args[0].Text}
	switch {
	case call.Path[last-1] == "billing" && (method == "recordUsage" || method == "recordCredit"):
		ref.kind, ref.owner = "meter", "the call to billing."+method
	case isState && (method == "limit" || method == "usage"):
		ref.kind, ref.owner = "meter", "the call to billing.current()."+method
	case isState && method == "has":
		ref.kind, ref.owner = "feature", "the call to billing.current().has"
	}
	return ref
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
