package rules

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardEntrypoint = &checker.Rule{
	ID:       "card-entrypoint",
	Severity: diag.Error,
	Title:    "point a card's entrypoint to a file that exports a component as default, or renders it",
	Why: "the entrypoint is the path from the project's root to the file of the card's component, which the build " +
		"bundles into one file",
	Hint: "write a path from the project's root, such as 'src/cards/Invoices.tsx', and export the component as " +
		"default",
	Before: `card({ entrypoint: './Invoices.tsx', ... })`,
	After:  `card({ entrypoint: 'src/cards/Invoices.tsx', ... })`,
	Run:    runCardEntrypoint,
}

func runCardEntrypoint(p *checker.Pass) {
	reported := map[string]bool{} // files: several cards can have one
	for _, d := range ofKind(p, declared.Card) {
		module := moduleOf(p, d)
		if module == nil || isBlank(module.Entrypoint) {
			continue // missing-option and option-type report it
		}
		at := d.Options.Get("entrypoint").At
		switch {
		case leavesProject(module.Entrypoint), module.File == "" && isAbsolute(module.Entrypoint):
			p.Reportf(at, "the entrypoint %s of %s is outside the project", quoteText(module.Entrypoint), describe(d))
		case module.File == "":
			p.Reportf(at, "the entrypoint %s of %s does not exist", quoteText(module.Entrypoint), describe(d)).
				Suggest(module.Entrypoint, module.Beside)
		case module.Extends:
		case slices.ContainsFunc(module.Imports, func(one declared.CardImport) bool { return mayRender(p, one) }):
		case slices.Contains(module.Exports, "default"):
			if !reported[module.File] {
				reported[module.File] = true
				reportDefaultValue(p, module.File)
			}
		case !slices.ContainsFunc(module.Exports, isComponentName):
			p.Reportf(at, "the entrypoint %s of %s exports no component", quoteText(module.Entrypoint), describe(d)).
				Hintf("export the component: export default function ...")
		default:
			p.Reportf(at, "the entrypoint %s of %s does not export its component as default", quoteText(module.Entrypoint),
				describe(d)).Hintf("export it as default, or render it with %s.extend", p.Vendor.UIGlobal)
		}
	}
}

// reportDefaultValue reports the default export of a card's file if it surely is not a component.
func reportDefaultValue(p *checker.Pass, file string) {
	value, at := defaultExport(p, file)
	if value == "" || value == "a function" || value == "an element" && !strings.HasSuffix(file, "x") {
		return
	}
	hint := "export a function that returns the card's elements"
	if value == "an async function" {
		hint = "remove async: load data in useEffect, and render what a state has"
	}
	p.Reportf(at, "the default export of a card must be a component, not %s", value).Hintf("%s", hint)
}

// mayRender reports whether an import is of a package that may render the component of a card.
func mayRender(p *checker.Pass, one declared.CardImport) bool {
	return one.Package != "" && one.Package != p.Vendor.UIPackage && one.Package != "react"
}

// leavesProject reports whether a path leads outside the project's root.
func leavesProject(entrypoint string) bool {
	clean := path.Clean(strings.ReplaceAll(entrypoint, `\`, "/"))
	return clean == ".." || strings.HasPrefix(clean, "../")
}

// isAbsolute reports whether a path begins at the root of a file system, of any system.
func isAbsolute(entrypoint string) bool {
	slashes := strings.ReplaceAll(entrypoint, `\`, "/")
	return strings.HasPrefix(slashes, "/") || len(slashes) > 2 && slashes[1] == ':' && slashes[2] == '/'
}

// isComponentName reports whether an export can be a component: a name with a leading capital.
func isComponentName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// cardOf returns the first card with a module as its component, or nil.
func cardOf(p *checker.Pass, module *declared.CardModule) *declared.Declaration {
	for _, d := range ofKind(p, declared.Card) {
		if moduleOf(p, d) == module {
			return d
		}
	}
	return nil
}
