package lsp

import (
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// Index is what editors look up of an app.
type Index struct {
	Symbols []Symbol
	// ObjectTypes are those that only this app or its portal has.
	ObjectTypes []string
}

// Symbol is a declaration with an id.
type Symbol struct {
	Kind declared.Kind
	ID   string
	// Worker is the name of the worker that registers a capability.
	Worker string
	// Variable is the variable, exported by name, that has the declaration; "" for none.
	Variable string
	At       diag.Span // of the id
}

// named returns the symbols with an id, or those that <worker>/<id> names.
func (i *Index) named(name string) (found []Symbol) {
	for _, s := range i.Symbols {
		if s.ID == name || s.Worker != "" && s.Worker+"/"+s.ID == name {
			found = append(found, s)
		}
	}
	return found
}

// exported returns the symbols that a module exports under a name. module is a path without an extension.
func (i *Index) exported(name, module string) (found []Symbol) {
	for _, s := range i.Symbols {
		file := strings.TrimSuffix(s.At.File, path.Ext(s.At.File))
		if s.Variable == name && (file == module || file == module+"/index" || s.At.File == module) {
			found = append(found, s)
		}
	}
	return found
}

// preferred returns the symbols of some kinds, or all if there are none of them.
func preferred(symbols []Symbol, kinds []declared.Kind) []Symbol {
	of := slices.DeleteFunc(slices.Clone(symbols), func(s Symbol) bool { return !slices.Contains(kinds, s.Kind) })
	if len(of) == 0 {
		return symbols
	}
	return of
}
