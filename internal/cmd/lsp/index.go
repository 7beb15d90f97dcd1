package lsp

import (
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/lsp"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/tsedit"
)

// indexOf returns what editors look up of an app.
func indexOf(app *declared.Project) lsp.Index {
	index := lsp.Index{Symbols: []lsp.Symbol{}}
	texts := map[string]string{}
	for _, d := range app.Declarations {
		if d.ID == "" {
			continue
		}
		s := lsp.Symbol{Kind: d.Kind, ID: d.ID, At: app.Locator.Locate(d.IDMark())}
		if d.Worker != nil {
			s.Worker = d.Worker.ID
		}
		if s.At.File == "" || slices.Contains(index.Symbols, s) { // two shards can evaluate one declaration
			continue
		}
		text, known := texts[s.At.File]
		if !known {
			text = string(app.Source(s.At.File))
			texts[s.At.File] = text
		}
		at := app.Locator.Locate(d.At)
		if offset := tsedit.Offset(text, at.Line, at.Column); offset >= 0 && at.File == s.At.File {
			s.Variable = tsedit.ExportedVariable(text, offset)
		}
		index.Symbols = append(index.Symbols, s)
	}
	if app.Portal != nil {
		for _, name := range slices.Sorted(maps.Keys(app.Portal.Objects)) {
			if !platform.IsCRMObjectType(name) {
				index.ObjectTypes = append(index.ObjectTypes, name)
			}
		}
	}
	return index
}
