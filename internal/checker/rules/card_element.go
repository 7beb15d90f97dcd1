package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
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

// insteadOfElements are the components that the CRM's documentation names for elements of HTML.
var insteadOfElements = map[string]string{
	"div": "Box or Flex", "section": "Box or Flex", "p": "Text", "span": "Text", "b": "Text", "strong": "Text",
	"h1": "Heading", "h2": "Heading", "h3": "Heading", "h4": "Heading", "h5": "Heading", "h6": "Heading",
	"button": "Button", "input": "Input", "textarea": "TextArea", "select": "Select", "form": "Form", "img": "Image",
	"a": "Link", "ul": "List", "ol": "List", "li": "List", "table": "Table", "tr": "TableRow", "td": "TableCell",
	"th": "TableHeader", "hr": "Divider", "iframe": "Iframe",
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
		if instead := insteadOfElements[tag]; instead != "" {
			draft.Hintf("use %s of %q", instead, p.Vendor.UIPackage)
		}
	})
}
