package rules

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// catalogItems returns the objects in "plans", "features" or "meters" of the catalog.
func catalogItems(p *checker.Pass, list string) []*declared.Value {
	var items []*declared.Value
	for _, item := range appOption(p, "billing", list).Items {
		if item.IsObject() {
			items = append(items, item)
		}
	}
	return items
}

// catalogIDs returns the ids in "plans", "features" or "meters" of the catalog.
func catalogIDs(p *checker.Pass, list string) []string {
	var ids []string
	for _, item := range catalogItems(p, list) {
		if id := item.Get("id"); id.IsString() {
			ids = append(ids, id.Text)
		}
	}
	return ids
}

// planName returns the name of a plan in messages: `plan "team"`, or `plans[1]` if it has no id.
func planName(plan *declared.Value, index int) string {
	if id := plan.Get("id"); hasText(id) {
		return "plan " + quote(id)
	}
	return fmt.Sprintf("plans[%d]", index)
}

// eachBillingBlock visits the billing block of every capability that has one.
func eachBillingBlock(p *checker.Pass, visit func(d *declared.Declaration, block *declared.Value)) {
	for _, d := range p.Declarations {
		if block := d.Options.Get("billing"); d.Kind.IsCapability() && block.IsObject() {
			visit(d, block)
		}
	}
}

// meterOf returns the meter id of a billing block, whose meter is an id or an object with one.
func meterOf(block *declared.Value) *declared.Value {
	if meter := block.Get("meter"); !meter.IsObject() {
		return meter
	}
	return block.Path("meter", "id")
}

var billingLimit = &checker.Rule{
	ID:       "billing-limit",
	Severity: diag.Error,
	Title:    "set each limit of a plan to a number or null",
	Why:      "the limits of a plan map each meter to its maximum; null means unlimited",
	Hint:     "write a number, or null for unlimited",
	Before:   `limits: { calls: 'unlimited' },`,
	After:    `limits: { calls: null },`,
	Run:      runBillingLimit,
}

func runBillingLimit(p *checker.Pass) {
	for i, plan := range catalogItems(p, "plans") {
		for _, limit := range plan.Get("limits").Members {
			v := limit.Value
			if v.IsAbsent() || v.Shape == declared.Null || isFinite(v) && v.Num >= 0 {
				continue // unset, unlimited, or a valid limit
			}
			p.Reportf(v.At, "the limit of %s for %s must be null or a number of at least 0, not %s",
				planName(plan, i), quoteText(limit.Name), quote(v))
		}
	}
}

var billingDefaultPlan = &checker.Rule{
	ID:       "billing-default-plan",
	Severity: diag.Error,
	Title:    "mark at most one plan as the default",
	Why:      "an install without a chosen plan has the default plan, so there can be only one",
	Hint:     "remove default from one of the two",
	Before: `{ id: 'free', default: true, ... },
{ id: 'team', default: true, ... },`,
	After: `{ id: 'free', default: true, ... },
{ id: 'team', ... },`,
	Run: runBillingDefaultPlan,
}

func runBillingDefaultPlan(p *checker.Pass) {
	var first *declared.Value
	for i, plan := range catalogItems(p, "plans") {
		isDefault := plan.Get("default")
		switch {
		case !isDefault.IsBool() || !isDefault.Bool:
		case first == nil:
			first = isDefault
		default:
			p.Reportf(isDefault.At, "%s is a second default plan", planName(plan, i)).
				Related(first.At, "first default plan")
		}
	}
}

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
	reportUnlessURL(p, url, "billing.upgradeUrl "+quote(url))
}

var duplicateBillingID = &checker.Rule{
	ID:       "duplicate-billing-id",
	Severity: diag.Error,
	Title:    "give each plan, feature and meter a unique id",
	Why:      "plans, capabilities and installs refer to plans, features and meters by id",
	Hint:     "change one of the two ids",
	Before:   `features: [{ id: 'export', name: 'CSV export' }, { id: 'export', name: 'PDF export' }],`,
	After:    `features: [{ id: 'csv-export', name: 'CSV export' }, { id: 'pdf-export', name: 'PDF export' }],`,
	Run:      runDuplicateBillingID,
}

func runDuplicateBillingID(p *checker.Pass) {
	for _, list := range []string{"plans", "features", "meters"} {
		first := firstTexts{}
		for _, item := range catalogItems(p, list) {
			id := item.Get("id")
			if !hasText(id) {
				continue // missing-option and option-type report these
			}
			if earlier, taken := first.earlier(id.Text, id); taken {
				p.Reportf(id.At, "duplicate %s id %s", strings.TrimSuffix(list, "s"), quote(id)).
					Related(earlier.At, "first declared here")
			}
		}
	}
}

var billingMeter = &checker.Rule{
	ID:       "billing-meter",
	Severity: diag.Error,
	Title:    "use a valid aggregation and period for each meter",
	Why: "aggregation is " + literals(appOptions, "billing", "meters", "aggregation") +
		"; period is " + literals(appOptions, "billing", "meters", "period"),
	Hint:   "write values such as aggregation: 'sum' and period: 'month'",
	Before: `{ id: 'calls', name: 'Calls', aggregation: 'count', period: 'monthly' },`,
	After:  `{ id: 'calls', name: 'Calls', aggregation: 'sum', period: 'month' },`,
	Run:    runBillingMeter,
}

func runBillingMeter(p *checker.Pass) {
	for _, meter := range catalogItems(p, "meters") {
		owner := "a meter"
		if id := meter.Get("id"); hasText(id) {
			owner = "meter " + quote(id)
		}
		for _, name := range []string{"aggregation", "period"} {
			words := optionAt(appOptions, "billing", "meters", name).words
			reportUnlessWord(p, meter.Get(name), name+" of "+owner, words)
		}
	}
}

var billingOnLimit = &checker.Rule{
	ID:       "billing-on-limit",
	Severity: diag.Error,
	Title:    "set onLimit to " + literals(billingBlockOptions, "onLimit"),
	Why: "onLimit applies if the plan does not include the feature, and above the limit: 'block' rejects the call, " +
		"'warn' runs it and logs a warning, 'allow' runs it",
	Hint:   "write " + literals(billingBlockOptions, "onLimit"),
	Before: `billing: { meter: 'calls', onLimit: 'deny' },`,
	After:  `billing: { meter: 'calls', onLimit: 'block' },`,
	Run:    runBillingOnLimit,
}

func runBillingOnLimit(p *checker.Pass) {
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		words := optionAt(billingBlockOptions, "onLimit").words
		reportUnlessWord(p, block.Get("onLimit"), "onLimit of "+describe(d), words)
	})
}

var billingNoEffect = &checker.Rule{
	ID:       "billing-no-effect",
	Severity: diag.Warning,
	Title:    "set requires or meter in every billing block",
	Why:      "onLimit and deniedMessage apply to a required feature or a meter; without either, the block has no effect",
	Hint:     "add requires or meter, or remove the block",
	Before:   `billing: { onLimit: 'block' },`,
	After:    `billing: { requires: 'reminders', onLimit: 'block' },`,
	Run:      runBillingNoEffect,
}

func runBillingNoEffect(p *checker.Pass) {
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		requires := block.Get("requires")
		if requires.IsArray() && len(requires.Items) == 0 {
			requires = requires.Get("") // an empty list requires nothing
		}
		if requires.IsAbsent() && !block.Has("meter") {
			p.Reportf(block.At, "the billing block of %s neither requires a feature nor records on a meter", describe(d))
			return
		}
		if denied := block.Get("deniedMessage"); !denied.IsAbsent() && !isBlocking(d) {
			p.Reportf(denied.At, "deniedMessage of %s has no effect with onLimit %s", describe(d), quote(block.Get("onLimit"))).
				Hintf("remove it, or write onLimit: 'block': only a blocked caller gets the message")
		}
	})
}

var billingWithoutCatalog = &checker.Rule{
	ID:       "billing-without-catalog",
	Severity: diag.Warning,
	Title:    "declare a billing catalog if capabilities have billing",
	Why:      "without a billing catalog, the runtime neither restricts a capability nor records usage",
	Hint:     "declare billing in defineApp, with the features and meters that capabilities name",
	Before: `defineApp({ name: 'Ledger', ... })
worker.tool('remind', { billing: { meter: 'reminders' }, ... });`,
	After: `defineApp({ name: 'Ledger', billing: { plans: [...], features: [], meters: [...] }, ... })
worker.tool('remind', { billing: { meter: 'reminders' }, ... });`,
	Run: runBillingWithoutCatalog,
}

func runBillingWithoutCatalog(p *checker.Pass) {
	if p.App == nil || !appOption(p, "billing").IsAbsent() {
		return // no app, or it has a catalog
	}
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		p.Reportf(block.At, "%s has billing, but the app declares no billing catalog", describe(d))
	})
}
