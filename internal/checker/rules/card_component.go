package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var cardComponent = &checker.Rule{
	ID:       "card-component",
	Severity: diag.Warning,
	Title:    "import only what the CRM's UI package exports",
	Why: "a component or function that the UI package does not export is undefined: the card cannot be built, or fails " +
		"when it is shown",
	Hint:   "use a component of the UI package",
	Before: `import { Buton, crm } from '@crm/ui-extensions';`,
	After:  `import { Button, crm } from '@crm/ui-extensions';`,
	Run:    runCardComponent,
}

func runCardComponent(p *checker.Pass) {
	var imports uiImports
	reported := map[diag.Span]bool{} // a local file of several cards
	eachUse(p, declared.CardImported, func(use declared.Use) {
		if imports.parts == nil {
			imports = newUIImports(p)
		}
		name, part := use.Path[0], strings.TrimPrefix(strings.TrimPrefix(use.Text, p.Vendor.UIPackage), "/")
		hint, missing := imports.lacks(name, use.Path[1], part)
		if !missing {
			return
		}
		at := p.Locator.Locate(use.At)
		if reported[at] {
			return
		}
		reported[at] = true
		draft := p.Reportf(use.At, "%q exports no %s", use.Text, name)
		if draft.Hintf("%s", hint); hint == "" {
			draft.Hintf("use one of the exports of version %s of the package", platform.UIVersion)
		}
	})
}

// uiImports finds what the vendor's UI package lacks.
type uiImports struct {
	vendor declared.Vendor
	parts  []platform.UIPart
	// isKnown means that the project has the version of the package whose exports svc knows. In another version, only
	// a name counts that is similar to an export.
	isKnown bool
}

func newUIImports(p *checker.Pass) uiImports {
	found := uiImports{vendor: p.Vendor, parts: platform.UIParts(p.Vendor.UIGlobal)}
	for _, one := range cardImports(p) {
		if one.Package == p.Vendor.UIPackage {
			found.isKnown = platform.IsUIVersion(one.Range)
			break
		}
	}
	return found
}

// lacks reports whether a part of the package does not export a name, and how to correct it, "" if that is not known.
func (u uiImports) lacks(name, local, path string) (hint string, missing bool) {
	at := slices.IndexFunc(u.parts, func(part platform.UIPart) bool { return part.Path == path })
	if at < 0 || slices.Contains(u.parts[at].Names, name) {
		return "", false
	}
	if name == "default" {
		if slices.Contains(u.parts[at].Names, local) {
			return "write import { " + local + " }: the package has no default export", true
		}
		return "", u.isKnown
	}
	for _, part := range u.parts {
		if slices.Contains(part.Names, name) { // a later version may export it here, too
			return "import it from '" + strings.TrimSuffix(u.vendor.UIPackage+"/"+part.Path, "/") + "'", u.isKnown
		}
	}
	near := typo.Nearest(name, u.parts[at].Names)
	if near == "" {
		return "", u.isKnown
	}
	return "did you mean \"" + near + "\"?", true
}
