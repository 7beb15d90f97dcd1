// Package handled finds mistakes in what a handler reads of its input and in its calls of the SDK's functions. Only
// literals count.
package handled

import (
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

// output returns the fields of a tool's output that it does not declare.
func (c Capability) output(args []ast.Expression, at int) (found []Finding) {
	if at >= len(args) || c.Name != "tool" && c.Name != "action" {
		return nil
	}
	for _, key := range syntax.Keys(args[at]) {
		found = append(found, c.Field("output", syntax.KeyName(key), key.Idx0())...)
	}
	return found
}
