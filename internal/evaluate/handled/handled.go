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
	// At is where the called name is, in File.
	At   file.Idx
	File string
	// MayChange means that other code may change the results of the handler, or another function may be the handler.
	MayChange bool
}

// Finding is a mistake at a position. Use lacks the file and the positions.
type Finding struct {
	Use declared.Use
	At  file.Idx
	// Of is where the capability is declared if its fields are known only after the declaration has run, else 0.
	Of file.Idx
}

// ContextMark is the first element of a path from the parameter of a handler. Source code cannot spell it.
const ContextMark = "%ctx"

// InputName is the member of a context that has the input.
const InputName = "input"

// triggerInput are the members of a trigger's input.
var triggerInput = []string{"triggerId", "deliveryId", "events"}

// Field returns a finding if the capability does not declare a field of its input or output, or may not declare it.
func (c Capability) Field(of, name string, at file.Idx) []Finding {
	use := declared.Use{Kind: declared.UndeclaredField, Path: []string{of, name}, Text: c.Name}
	fields, isLiteral := syntax.DeclaredFields(c.Options, of)
	switch {
	case c.Name == "trigger" && of == "input":
		use.Known = triggerInput
	case !isLiteral && c.At != 0:
		return []Finding{{Use: use, At: at, Of: c.At}}
	case !isLiteral:
		return nil
	}
	for _, field := range fields {
		use.Known = append(use.Known, syntax.KeyName(field))
	}
	if slices.Contains(use.Known, name) {
		return nil
	}
	return []Finding{{Use: use, At: at}}
}

// Call returns the findings about the arguments of a function of the SDK.
func (c Capability) Call(name string, args []ast.Expression) []Finding {
	switch name {
	case "ok":
		return c.output(args, 0)
	case "failContinue":
		return c.output(args, 1)
	case "retryLater":
		return delays(args)
	case "handOff":
		if len(args) > 1 {
			if id, ok := syntax.Member(args[1], "capability").(*ast.StringLiteral); ok {
				use := declared.Use{Kind: declared.HandOff, Path: []string{id.Value.String()}}
				return []Finding{{Use: use, At: id.Idx}}
			}
		}
	}
	return nil
}

// delays returns the findings about the arguments of retryLater: a message and a delay.
func delays(args []ast.Expression) []Finding {
	found := func(text string, at ast.Expression) []Finding {
		return []Finding{{Use: declared.Use{Kind: declared.InvalidDelay, Text: text}, At: at.Idx0()}}
	}
	if len(args) > 0 {
		if _, isNumber := args[0].(*ast.NumberLiteral); isNumber {
			return found(declared.DelayAsMessage, args[0])
		}
	}
	switch {
	case len(args) < 2:
		return nil
	case syntax.IsInvalidDelay(args[1]):
		return found("", args[1])
	case isLateDelay(args[1]):
		return found(declared.LateDelay, args[1])
	case syntax.UnitOf(args[1], nil) == syntax.Milliseconds:
		return found(declared.DelayInMs, args[1])
	}
	return nil
}

// retrySeconds is how long the CRM calls a handler again that asks for it: three days.
const retrySeconds = 259_200

func isLateDelay(e ast.Expression) bool {
	seconds, ok := syntax.Calculated(e, nil)
	return ok && seconds > retrySeconds
}

// statuses are those of an ActionResult.
var statuses = []string{"ok", "fail-continue", "fail-stop", "retry-later", "block"}

// Result returns the findings about a value that the handler returns, and that is a literal: a result of an unknown
// status, fields of a tool's output that it does not declare, and values that its fields cannot have.
func (c Capability) Result(e ast.Expression) []Finding {
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.ConditionalExpression:
		return append(c.Result(e.Consequent), c.Result(e.Alternate)...)
	case *ast.ObjectLiteral:
		return c.result(e)
	case *ast.ArrayLiteral, *ast.StringLiteral, *ast.TemplateLiteral, *ast.NumberLiteral, *ast.BooleanLiteral:
		if !c.MayChange {
			return c.output([]ast.Expression{e}, 0)
		}
	}
	return nil
}

func (c Capability) result(e *ast.ObjectLiteral) []Finding {
	if isHTTPAnswer(e) && !c.isOutput("statusCode") {
		use := declared.Use{Kind: declared.UnknownStatus, Path: []string{declared.HTTPAnswer}, Text: c.Name}
		return []Finding{{Use: use, At: e.LeftBrace}}
	}
	if c.Options == nil || c.Name == "cardBackend" {
		return nil // any value is an answer of a card backend
	}
	status, isText := syntax.Member(e, "status").(*ast.StringLiteral)
	fields, isLiteral := syntax.DeclaredFields(c.Options, "output")
	hasOutput := syntax.Member(c.Options, "output") != nil || !syntax.IsPlainObject(c.Options)
	isOutput := slices.ContainsFunc(fields, func(key ast.Expression) bool { return syntax.KeyName(key) == "status" })
	switch {
	case isText && hasOutput && !isLiteral:
		return nil // the output may have a field status
	case !isOutput && mayBeResult(e):
		return slices.DeleteFunc(c.output([]ast.Expression{e}, 0), isOfResult)
	case !isText || isOutput:
		return c.output([]ast.Expression{e}, 0)
	case slices.Contains(statuses, status.Value.String()):
		return c.output([]ast.Expression{syntax.Member(e, "output")}, 0)
	}
	use := declared.Use{Kind: declared.UnknownStatus, Path: []string{status.Value.String()}, Text: c.Name, Known: statuses}
	return []Finding{{Use: use, At: status.Idx}}
}

// isHTTPAnswer reports whether an object in the source is the answer of a serverless function: a status and a body.
func isHTTPAnswer(e *ast.ObjectLiteral) bool {
	_, hasStatus := syntax.Member(e, "statusCode").(*ast.NumberLiteral)
	hasOther := slices.ContainsFunc(syntax.Keys(e), func(key ast.Expression) bool {
		return !slices.Contains([]string{"statusCode", "body", "headers", "isBase64Encoded"}, syntax.KeyName(key))
	})
	return hasStatus && !hasOther && syntax.Member(e, "body") != nil
}

// isOutput reports whether the capability may declare an output field.
func (c Capability) isOutput(name string) bool {
	if c.Options == nil {
		return true
	}
	fields, isLiteral := syntax.DeclaredFields(c.Options, "output")
	return !isLiteral && syntax.Member(c.Options, "output") != nil ||
		slices.ContainsFunc(fields, func(key ast.Expression) bool { return syntax.KeyName(key) == name })
}

// mayBeResult reports whether an object may be an ActionResult whose status is not in the source.
func mayBeResult(e *ast.ObjectLiteral) bool {
	isStatus := func(key ast.Expression) bool { return syntax.KeyName(key) == "status" }
	if !slices.ContainsFunc(syntax.Keys(e), isStatus) {
		return !syntax.IsPlainObject(e)
	}
	switch syntax.Member(e, "status").(type) {
	case *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return false
	}
	return true
}

// resultMembers are the members of an ActionResult.
var resultMembers = []string{"status", "message", "output", "retryAfterSeconds"}

// isOfResult reports whether the field of a finding is a member of an ActionResult.
func isOfResult(f Finding) bool { return slices.Contains(resultMembers, f.Use.Path[1]) }

// output returns the fields of a tool's output that it does not declare.
func (c Capability) output(args []ast.Expression, at int) (found []Finding) {
	if at >= len(args) || c.Name != "tool" && c.Name != "action" {
		return nil
	}
	output := syntax.Unwrapped(args[at])
	for _, key := range syntax.Keys(output) {
		found = append(found, c.Field("output", syntax.KeyName(key), key.Idx0())...)
	}
	return append(found, c.outputValues(output)...)
}

// MayNameHandler reports whether options can have a handler that is not a function literal in them.
func MayNameHandler(options *ast.ObjectLiteral) bool {
	for _, property := range slices.Backward(options.Value) {
		switch p := property.(type) {
		case *ast.PropertyShort:
			if p.Name.Name == "handler" {
				return true
			}
		case *ast.PropertyKeyed:
			if !p.Computed && syntax.KeyName(p.Key) == "handler" {
				return !syntax.IsFunction(p.Value)
			}
		case *ast.SpreadElement:
			return true
		}
	}
	return false
}
