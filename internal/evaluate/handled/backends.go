package handled

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// backendArguments are the positions of the id of a card backend in calls of the SDK's functions for cards.
var backendArguments = map[string]int{"backendUrl": 0, "callBackend": 1}

// calledFunction returns the function that a path names.
func calledFunction(path []string) string { return syntax.Stem(path[len(path)-1]) }

// isBackendCall reports whether a call in a card can be one of a card backend.
func isBackendCall(path []string) bool {
	_, known := backendArguments[calledFunction(path)]
	return known
}

// Backends returns the card backends that a call in a card can be of, with the input.
func Backends(names *constant.Names, c *ContextCall) (found []declared.Use) {
	if !isBackendCall(c.Path) {
		return nil
	}
	at := backendArguments[calledFunction(c.Path)]
	if at >= len(c.Args) {
		return nil
	}
	for _, id := range names.Literals(c.Args[at], c.Scope) {
		if id.IsText {
			found = append(found, declared.Use{
				Kind: declared.BackendCall, Path: []string{id.Text}, Occurrence: inputOf(names, c, at+1),
				File: c.File, At: c.markOf(id.Expr, c.Args[at]),
			})
		}
	}
	return found
}

// inputOf returns the input that an argument is.
func inputOf(names *constant.Names, c *ContextCall, at int) *declared.Occurrence {
	o := &declared.Occurrence{OtherProperties: true}
	if at < len(c.Args) {
		input := constant.Field{Key: c.Args[at], Value: c.Args[at], Scope: c.Scope}
		o.PropertiesAt = c.Mark(c.Args[at].Idx0())
		o.Properties, o.OtherProperties = propertiesOf(names, c, input)
	}
	return o
}
