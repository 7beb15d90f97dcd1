package bundle

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/lazyregexp"
)

var (
	// extendWord matches the function of the UI package that renders a card.
	extendWord = lazyregexp.New(`\bextend\b`)
	// extendName matches the function where code can read or import it, not where a text has the word.
	extendName = lazyregexp.New(`(?:[{,]\s*|\[\s*["'` + "`" + `])extend\b`)
	// extendOf matches the function as a member, after the name of an object if it has one.
	extendOf = lazyregexp.New(`([\w$]*)\s*(?:\?\s*)?\.\s*extend\b`)
	// defaultExport matches the default among the exports at the end of a module, as esbuild writes them.
	defaultExport = lazyregexp.New(`\n  ([^\s,]+) as default,?\n(?:  [^\n]*\n)*\};\s*$`)
)

// MayExtend reports whether a card may render its component by itself, as `hubspot.extend(() => <Card />)` does.
func (c Card) MayExtend() bool { return extendWord().Match(c.Code) }

// UI names what cards import to render: the vendor's UI package, and its object that has extend.
type UI struct{ Package, Global string }

// withExtend makes a module render its default export if nothing in it calls extend. The CRM renders only what a card
// passes to extend.
func (ui UI) withExtend(m CardModule) CardModule {
	if ui.Package == "" || ui.isExtendedBy(m.Code) {
		return m
	}
	found := defaultExport().FindSubmatch(m.Code)
	if found == nil {
		return m
	}
	object, card := unusedName("svcUI", m.Code), unusedName("SvcCard", m.Code)
	m.Code = slices.Concat(
		fmt.Appendf(nil, "import { %s as %s } from %s;\n\n", ui.Global, object, quote(ui.Package)), bytes.TrimSpace(m.Code),
		fmt.Appendf(nil, "\n\nconst %[1]s = %[2]s;\n%[3]s.extend((api) => <%[1]s {...api} />);\n", card, found[1], object),
	)
	m.Packages = append(m.Packages, ui.Package)
	slices.Sort(m.Packages)
	m.Packages = slices.Compact(m.Packages)
	return m
}

// isExtendedBy reports whether a module may call extend. A member of the object that another package exports as its
// default or as a whole is another function, such as dayjs.extend.
func (ui UI) isExtendedBy(code []byte) bool {
	if extendName().Match(code) {
		return true
	}
	_, imported := Card{Code: code}.Script()
	for _, found := range extendOf().FindAllSubmatch(code, -1) {
		isOther := slices.ContainsFunc(imported, func(one ImportedName) bool {
			return one.Local == string(found[1]) && one.Path != ui.Package && (one.Name == "default" || one.Name == "*")
		})
		if !isOther {
			return true
		}
	}
	return false
}

// unusedName returns a name that the code does not contain.
func unusedName(name string, code []byte) string {
	for bytes.Contains(code, []byte(name)) {
		name += "_"
	}
	return name
}
