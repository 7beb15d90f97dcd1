// Package handled finds mistakes in what a handler reads of its input and in its calls of the SDK's functions. Only
// literals count.
package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Capability is the call that declares the capability of a handler.
type Capability struct {
	// Name is the called name, such as tool.
	Name string
	// Options are the options, nil if they are not a literal.
	Options *ast.ObjectLiteral
}

// Finding is a mistake at a position. Use lacks the file and the position.
type Finding struct {
	Use declared.Use
	At  file.Idx
}

// Field returns a finding if the capability does not declare a field of its input or output.
func (c Capability) Field(of, name string, at file.Idx) []Finding {
	fields, isLiteral := syntax.DeclaredFields(c.Options, of)
	if !isLiteral {
		return nil
	}
	known := make([]string, len(fields))
	for i, field := range fields {
		if known[i] = syntax.KeyName(field); known[i] == name {
			return nil
		}
	}
	return []Finding{{declared.Use{Kind: declared.UndeclaredField, Path: []string{of, name}, Known: known}, at}}
}

// Call returns the findings about the arguments of a function of the SDK.
func (c Capability) Call(name string, args []ast.Expression) []Finding {
	switch name {
	case "ok":
		return c.output(args, 0)
	case "failContinue":
		return c.output(args, 1)
	case "retryLater":
		if len(args) > 1 && syntax.IsInvalidDelay(args[1]) {
			return []Finding{{declared.Use{Kind: declared.InvalidDelay}, args[1].Idx0()}}
		}
	case "handOff":
		if len(args) > 1 {
			if id, ok := syntax.Member(args[1], "capability").(*ast.StringLiteral); ok {
				return []Finding{{declared.Use{Kind: declared.HandOff, Path: []string{id.Value.String()}}, id.Idx}}
			}
		}
	}
	return nil
}

// statuses are those of an ActionResult.
var statuses = []string{"ok", "fail-continue", "fail-stop", "retry-later", "block"}

// Result returns the findings about a value that the handler returns, and that is an object literal: a result of an
// unknown status, and fields of a tool's output that it does not declare.
func (c Capability) Result(e ast.Expression) []Finding {
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.ConditionalExpression:
		return append(c.Result(e.Consequent), c.Result(e.Alternate)...)
	case *ast.ObjectLiteral:
		return c.result(e)
	}
	return nil
}

func (c Capability) result(e *ast.ObjectLiteral) []Finding {
	if c.Options == nil || c.Name == "cardBackend" {
		return nil // any value is an answer of a card backend
	}
	status, isText := syntax.Member(e, "status").(*ast.StringLiteral)
	fields, isLiteral := syntax.DeclaredFields(c.Options, "output")
	hasOutput := syntax.Member(c.Options, "output") != nil || !syntax.IsPlainObject(c.Options)
	isOutput := slices.ContainsFunc(fields, func(key ast.Expression) bool { return syntax.KeyName(key) == "status" })
	switch {
	case !isText || isOutput || hasOutput && !isLiteral:
		return c.output([]ast.Expression{e}, 0)
	case slices.Contains(statuses, status.Value.String()):
		return c.output([]ast.Expression{syntax.Member(e, "output")}, 0)
	}
	use := declared.Use{Kind: declared.UnknownStatus, Path: []string{status.Value.String()}, Text: c.Name, Known: statuses}
	return []Finding{{use, status.Idx}}
}

// output returns the fields of a tool's output that it does not declare.
func (c Capability) output(args []ast.Expression, at int) (found []Finding) {
	if at >= len(args) || c.Name != "tool" && c.Name != "action" {
		return nil
	}
	for _, key := range syntax.Keys(syntax.Unwrapped(args[at])) {
		found = append(found, c.Field("output", syntax.KeyName(key), key.Idx0())...)
	}
	return found
}
