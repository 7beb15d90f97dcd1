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
	// defaultExport matches the default among the exports at the end of a module, as esbuild writes them.
	defaultExport = lazyregexp.New(`\n  ([\w$]+) as default,?\n(?:  [^\n]*\n)*\};\s*$`)
)

// MayExtend reports whether a card may render its component by itself, as `hubspot.extend(() => <Card />)` does.
func (c Card) MayExtend() bool { return extendWord().Match(c.Code) }

// UI names what cards import to render: the vendor's UI package, and its object that has extend.
type UI struct{ Package, Global string }

// withExtend makes a module render its default export if nothing in it calls extend. The CRM renders only what a card
// passes to extend.
func (ui UI) withExtend(m CardModule) CardModule {
	if ui.Package == "" || extendWord().Match(m.Code) {
		return m
	}
	found := defaultExport().FindSubmatch(m.Code)
	if found == nil {
		return m
	}
	m.Code = slices.Concat(
		fmt.Appendf(nil, "import { %s as svcUI } from %s;\n\n", ui.Global, quote(ui.Package)), bytes.TrimSpace(m.Code),
		fmt.Appendf(nil, "\n\nconst SvcCard = %s;\nsvcUI.extend((api) => <SvcCard {...api} />);\n", found[1]),
	)
	m.Packages = append(m.Packages, ui.Package)
	slices.Sort(m.Packages)
	m.Packages = slices.Compact(m.Packages)
	return m
}
