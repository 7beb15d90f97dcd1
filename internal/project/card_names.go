package project

import (
	"errors"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/platform"
)

// cardNames adds the names that cards use, and that neither their code nor a browser has. A local file of several cards
// counts once.
func (l *loader) cardNames(graphs []bundle.Card) {
	locator := l.cardLocator(graphs)
	globals := platform.BrowserGlobals()
	known := map[diag.Span]bool{}
	for i, graph := range graphs {
		names, err := evaluate.FreeNames(i, graph.Script())
		if err != nil {
			continue // syntax that the local engine lacks, and browsers have
		}
		for _, use := range names {
			name := use.Path[0]
			_, isGlobal := slices.BinarySearch(globals, name)
			if isGlobal || name == "React" && graph.HasJSX() { // the build imports it
				continue
			}
			use.At.Offset -= int32(bundle.CardScriptStart)
			at := locator.Locate(use.At)
			if !known[at] {
				known[at] = true
				l.cardUses = append(l.cardUses, declared.Use{
					Kind: declared.UndeclaredCardName, Path: use.Path, File: use.File, At: declared.At(at),
				})
			}
		}
	}
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
