package project

import (
	"errors"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/evaluate/facts"
	"github.com/appsvc/svc/internal/platform"
)

// cardCode adds what rules check in the code of cards: names that neither it nor a browser has, imports of the UI
// package, calls of card backends and of fetch, images and iframes. A local file of several cards counts in each. The
// positions are those of shards from first on.
func (l *loader) cardCode(graphs []bundle.Card, first int) {
	globals := platform.BrowserGlobals()
	for i, graph := range graphs {
		script, imported := graph.Script()
		l.uiImports(graph, first+i, imported)
		uses, err := facts.Card(first+i, script)
		if err != nil {
			continue // syntax that the local engine lacks, and browsers have
		}
		for _, use := range uses {
			name := use.Path[0]
			_, isGlobal := slices.BinarySearch(globals, name)
			switch {
			case isBackendUse(use.Kind) && !l.canCall(graph, use):
			case use.Text == "fetch" && use.Kind == declared.UnsignedCall && !readsGlobal(uses, "fetch"):
			case isShown(use.Kind) && !graph.Names(l.vendor.UIPackage): // a component of another package
			case use.Kind == declared.UndeclaredName && name == "React" && graph.HasJSX(): // the build imports it
			case use.Kind == declared.UndeclaredName && isGlobal && use.Text != declared.OfElement:
			default:
				l.cardUses = append(l.cardUses, inModule(use))
			}
		}
	}
	l.cardPlaces = l.cardLocator(graphs)
}

// uiImports adds the names that a card imports of the vendor's UI package.
func (l *loader) uiImports(graph bundle.Card, shard int, imported []bundle.ImportedName) {
	for _, one := range imported {
		if one.Path != l.vendor.UIPackage && !strings.HasPrefix(one.Path, l.vendor.UIPackage+"/") {
			continue
		}
		names := []bundle.ImportedName{one}
		if one.Name == "*" {
			names = graph.MembersOf(one)
		}
		for _, name := range names {
			l.cardUses = append(l.cardUses, declared.Use{
				Kind: declared.CardImported, Path: []string{name.Name, name.Local}, Text: name.Path, File: graph.File,
				At: declared.Mark{Shard: int32(shard), Offset: int32(name.Offset) + 1},
			})
		}
	}
}

func isBackendUse(kind declared.UseKind) bool {
	return kind == declared.BackendCall || kind == declared.UnsignedCall
}

// canCall reports whether a card can have the function of a backend use: that of the SDK, or one of the vendor's
// package that calls serverless functions.
func (l *loader) canCall(graph bundle.Card, use declared.Use) bool {
	return graph.Names(uiModule) || use.Text == declared.OfServerless && graph.Names(l.vendor.UIPackage)
}

// readsGlobal reports whether the code of a card reads a name that it does not declare.
func readsGlobal(uses []declared.Use, name string) bool {
	return slices.ContainsFunc(uses, func(use declared.Use) bool {
		return use.Kind == declared.UndeclaredName && use.Path[0] == name
	})
}

func isShown(kind declared.UseKind) bool {
	return kind == declared.CardImage || kind == declared.CardFrame
}

// uiModule is the part of the SDK for cards.
const uiModule = "@svc/sdk/ui"

// inModule moves the positions of a use from the script of a card to its module.
func inModule(use declared.Use) declared.Use {
	move := func(at *declared.Mark) {
		if !at.IsZero() {
			at.Offset -= int32(bundle.CardScriptStart)
		}
	}
	if use.Kind == declared.UndeclaredName {
		use.Kind = declared.UndeclaredCardName
	}
	move(&use.At)
	move(&use.Of)
	if o := use.Occurrence; o != nil {
		move(&o.PropertiesAt)
		for i := range o.Properties {
			move(&o.Properties[i].At)
			for k := range o.Properties[i].Values {
				move(&o.Properties[i].Values[k].At)
			}
		}
	}
	return use
}

// cardLocator finds positions in the modules of cards.
func (l *loader) cardLocator(graphs []bundle.Card) *locator {
	bundling := l.bundling
	files := make([]string, len(graphs))
	shards := make([]evaluate.Shard, len(graphs))
	for i, graph := range graphs {
		files[i], shards[i].Code = graph.File, graph.Code
	}
	return newLocator(
		l.readSource, shards, func(declared.Mark) (string, int) { return "", 0 },
		func([][]string) ([]bundle.Output, error) {
			outputs, faults := bundle.CardMaps(bundling, files)
			if len(faults) > 0 {
				return nil, errors.New(faults[0].Text)
			}
			return outputs, nil
		},
	)
}
