package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Outputs are the output fields that the results of handlers set, in the order of the handlers.
type Outputs []outputOf

// outputOf is the output of one capability.
type outputOf struct {
	at     file.Idx // of the call that declares it
	file   string
	fields []ast.Expression // the declared ones
	set    []string
	// isOpen means that a result may set other fields, goesOn that one lets the workflow go on.
	isOpen, goesOn bool
}

// Return records what the handler of a capability returns.
func (o *Outputs) Return(c Capability, e ast.Expression, functions Functions) {
	if c.MayChange || c.Name != "tool" && c.Name != "action" {
		return
	}
	last := len(*o) - 1
	if last < 0 || (*o)[last].at != c.At {
		fields, isLiteral := syntax.DeclaredFields(c.Options, "output")
		if !isLiteral || len(fields) == 0 || syntax.Member(c.Options, "handler") == nil {
			return // other options may replace the handler
		}
		*o = append(*o, outputOf{at: c.At, file: c.File, fields: fields})
		last++
	}
	(*o)[last].result(e, functions)
}

// result adds the fields that a returned value sets.
func (o *outputOf) result(e ast.Expression, functions Functions) {
	switch e := syntax.Unwrapped(e).(type) {
	case nil:
	case *ast.AwaitExpression:
		o.result(e.Argument, functions)
	case *ast.ConditionalExpression:
		o.result(e.Consequent, functions)
		o.result(e.Alternate, functions)
	case *ast.CallExpression:
		o.call(functions.OfResult(e.Callee), e.ArgumentList)
	case *ast.ObjectLiteral:
		o.goesOn = true
		status, isText := syntax.Member(e, "status").(*ast.StringLiteral)
		if isText && slices.Contains(statuses, status.Value.String()) && !o.declares("status") && syntax.IsPlainObject(e) {
			o.values(syntax.Member(e, "output"))
			return
		}
		o.isOpen = o.isOpen || !o.declares("status") && mayBeResult(e)
		o.values(e)
	default:
		o.isOpen = true
	}
}

// call adds the fields that a result of the SDK's functions sets. Any other function may set all.
func (o *outputOf) call(function string, args []ast.Expression) {
	switch function {
	case "":
		o.isOpen = true
	case "ok":
		o.goesOn = true
		o.argument(args, 0)
	case "failContinue":
		o.argument(args, 1)
	}
}

func (o *outputOf) argument(args []ast.Expression, at int) {
	if at < len(args) {
		o.values(args[at])
	}
}

// values adds the fields of an output.
func (o *outputOf) values(e ast.Expression) {
	switch e := syntax.Unwrapped(e).(type) {
	case nil:
	case *ast.ConditionalExpression:
		o.values(e.Consequent)
		o.values(e.Alternate)
	case *ast.ObjectLiteral:
		o.isOpen = o.isOpen || !syntax.IsPlainObject(e)
		for _, key := range syntax.Keys(e) {
			o.set = append(o.set, syntax.KeyName(key))
		}
	default:
		o.isOpen = true
	}
}

func (o *outputOf) declares(name string) bool {
	return slices.ContainsFunc(o.fields, func(key ast.Expression) bool { return syntax.KeyName(key) == name })
}

// Unset returns the output fields that no result of their handler sets.
func (o Outputs) Unset(mark func(file.Idx) declared.Mark) (found []declared.Use) {
	for i := range o {
		if o[i].goesOn && !o[i].isOpen {
			found = append(found, o[i].unset(mark)...)
		}
	}
	return found
}

func (o *outputOf) unset(mark func(file.Idx) declared.Mark) (found []declared.Use) {
	undeclared := slices.DeleteFunc(slices.Clone(o.set), o.declares)
	for _, field := range o.fields {
		if name := syntax.KeyName(field); !slices.Contains(o.set, name) {
			found = append(found, declared.Use{
				Kind: declared.UnsetOutput, Path: []string{name}, Known: undeclared, File: o.file, At: mark(field.Idx0()),
			})
		}
	}
	return found
}
