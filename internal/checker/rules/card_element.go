package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var cardElement = &checker.Rule{
	ID:       "card-element",
	Severity: diag.Warning,
	Title:    "render components of the CRM's UI package in cards, not HTML",
	Why:      "the CRM renders only the components of its UI package; elements of HTML are not shown",
	Hint:     "use a component of the UI package",
	Before:   `return <p>{message}</p>;`,
	After:    `return <Text>{message}</Text>;`,
	Run:      runCardElement,
}

func runCardElement(p *checker.Pass) {
	reported := map[string]bool{} // by file and tag
	eachUse(p, declared.CardElement, func(use declared.Use) {
		tag := use.Path[0]
		key := p.Locator.Locate(use.At).File + " " + tag
		if reported[key] {
			return
		}
		reported[key] = true
		draft := p.Reportf(use.At, "the card renders <%s>, which is not a component of %q", tag, p.Vendor.UIPackage)
		if instead := platform.InsteadOfElement(tag); instead != "" {
			draft.Hintf("use %s of %q", instead, p.Vendor.UIPackage)
		}
	})
}
