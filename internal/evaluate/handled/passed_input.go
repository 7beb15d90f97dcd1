package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// inputFunctions are the functions that declare a capability which a handler can call.
var inputFunctions = []string{"tool", "action", "cardBackend"}

// later returns the input that a call of ctx.later passes to a capability.
func later(names *constant.Names, c *ContextCall) (found []declared.Use) {
	if !slices.Equal(c.Path, []string{"ctx", "later"}) || len(c.Args) < 2 {
		return nil
	}
	id, isKnown := names.Declared(c.Args[0], c.Scope, inputFunctions...)
	if !isKnown {
		return nil
	}
	return []declared.Use{{
		Kind: declared.PassedInput, Path: []string{id}, Text: "ctx.later", Occurrence: inputOf(names, c, 1),
		File: c.File, At: c.Mark(c.Args[1].Idx0()), Capability: definition(c, c.Args[0]),
	}}
}

// definition returns where a call names a capability, zero if it names it by its id.
func definition(c *ContextCall, e ast.Expression) declared.Mark {
	if _, isID := e.(*ast.StringLiteral); isID {
		return declared.Mark{}
	}
	return c.Mark(e.Idx0())
}

// HandOff returns the input that a call of handOff passes to a capability, if its request is an object literal.
func HandOff(names *constant.Names, c *ContextCall) (found []declared.Use) {
	if len(c.Args) < 2 {
		return nil
	}
	requests := names.Literals(c.Args[1], c.Scope)
	if len(requests) != 1 || requests[0].IsText {
		return nil
	}
	use := declared.Use{Kind: declared.PassedInput, Text: "handOff", File: c.File}
	use.At = c.markOf(requests[0].Expr, c.Args[1])
	fields, others := names.AllFields(requests[0])
	use.Occurrence = &declared.Occurrence{PropertiesAt: use.At, OtherProperties: others}
	for _, field := range fields {
		switch field.Name {
		case "capability":
			if id, isKnown := names.Declared(field.Value, field.Scope, inputFunctions...); isKnown {
				use.Path, use.Capability = []string{id}, definition(c, field.Value)
			}
		case "input":
			use.Occurrence.PropertiesAt = c.markOf(field.Key, field.Value)
			use.Occurrence.Properties, use.Occurrence.OtherProperties = propertiesOf(names, c, field)
		}
	}
	if use.Path == nil {
		return nil
	}
	return []declared.Use{use}
}
