package rules

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingPricing = &checker.Rule{
	ID:       "billing-pricing",
	Severity: diag.Error,
	Title:    "use free, flat or perUnit pricing, with the members of that type",
	Why: "the pricing of a plan is {type: 'free'}, {type: 'flat', amountMinor, currency, interval: 'month' | " +
		"'year'} or {type: 'perUnit', meter, amountMinor, currency, included?}",
	Hint:   "write, for example, pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'month' }",
	Before: `pricing: { type: 'flat', amount: 49, currency: 'euro' },`,
	After:  `pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'month' },`,
	Run:    runBillingPricing,
}

func runBillingPricing(p *checker.Pass) {
	for i, plan := range catalogItems(p, "plans") {
		pricing := plan.Get("pricing")
		if pricing.IsAbsent() {
			continue // missing-option reports it
		}
		checkPricing(p, planName(plan, i), pricing)
	}
}

func checkPricing(p *checker.Pass, plan string, pricing *declared.Value) {
	kind := pricing.Get("type")
	switch {
	case !pricing.IsObject():
		p.Reportf(pricing.At, "the pricing of %s must be an object, not %s", plan, quote(pricing))
		return
	case kind.IsAbsent():
		p.Reportf(pricing.At, "the pricing of %s has no type", plan).Hintf("add type: %s", oneOf(variantNames(pricingTypes)))
		return
	}
	options := variantNamed(pricingTypes, kind.Text)
	if options == nil || !kind.IsString() {
		reportUnlessWord(p, kind, "the pricing type of "+plan, variantNames(pricingTypes))
		return
	}
	what := fmt.Sprintf("the %s pricing of %s", kind.Text, plan)
	reportUnknown(p, what, pricing, namesOf(options))
	for _, o := range options {
		checkPricingMember(p, what, o, pricing)
	}
}

func checkPricingMember(p *checker.Pass, what string, o option, pricing *declared.Value) {
	v := pricing.Get(o.name)
	switch {
	case v.IsAbsent() && o.required:
		p.Reportf(pricing.At, "%s has no %s", what, o.name).Hintf("add %s", o.name)
	case v.IsAbsent():
	case o.form == formWord:
		reportUnlessWord(p, v, o.name+" of "+what, o.words)
	case o.name == "currency" && !isCurrency(v):
		p.Reportf(v.At, "currency of %s must be a code of three capital letters, not %s", what, quote(v)).
			Hintf("write an ISO 4217 code such as 'EUR'")
	default:
		if want := o.form.unmet(v); want != "" {
			p.Reportf(v.At, "%s of %s must be %s, not %s", o.name, what, want, quote(v))
		}
	}
}

// Length of an ISO 4217 code, in letters.
const currencyLength = 3

func isCurrency(v *declared.Value) bool {
	return v.IsString() && len(v.Text) == currencyLength && strings.Trim(v.Text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
