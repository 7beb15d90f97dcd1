package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// classesWithoutJSON are the global classes whose objects the runtime refuses in a result: JSON would be {}.
var classesWithoutJSON = []string{"Response", "Map", "Set", "Headers", "FormData"}

// MadeValues are objects of such classes that handlers make where they return them, and functions that they may return.
// The zero value is ready.
type MadeValues []madeValue

type madeValue struct {
	class *ast.Identifier // nil for a function
	// of is the name of what may be a function, or of the function that may make it.
	of     *ast.Identifier
	isMade bool
	scope  constant.Scope
	use    declared.Use
	at     file.Idx
}

// valueFinder collects such objects in one returned value.
type valueFinder struct {
	of        Capability
	functions Functions
	scope     constant.Scope
	file      string
	found     MadeValues
}

// Return records what the handler of a tool or card backend returns.
func (m *MadeValues) Return(c Capability, e ast.Expression, functions Functions, scope constant.Scope, file string) {
	if c.MayChange || !slices.Contains([]string{"tool", "action", "cardBackend"}, c.Name) {
		return
	}
	v := &valueFinder{of: c, functions: functions, scope: scope, file: file}
	v.value(e)
	*m = append(*m, v.found...)
}

func (v *valueFinder) value(e ast.Expression) {
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.AwaitExpression:
		v.value(e.Argument)
	case *ast.ConditionalExpression:
		v.value(e.Consequent)
		v.value(e.Alternate)
	case *ast.ObjectLiteral:
		if hasName(e, "toJSON") {
			return // JSON has what it returns instead
		}
		v.values(e)
	case *ast.ArrayLiteral:
		v.values(e)
	case *ast.NewExpression:
		v.made(e.Callee, e.New)
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		v.function(nil, false, e.Idx0())
	case *ast.Identifier:
		v.function(e, false, e.Idx)
	case *ast.CallExpression:
		if f := v.functions.OfResult(e.Callee); f == "ok" || f == "failContinue" {
			for _, arg := range e.ArgumentList {
				v.value(arg)
			}
		} else if dot, ok := e.Callee.(*ast.DotExpression); ok && syntax.IsName(dot.Left, "Response") {
			v.made(dot.Left, dot.Left.Idx0())
		} else if name, ok := e.Callee.(*ast.Identifier); ok && f == "" {
			v.function(name, true, e.Idx0())
		}
	}
}

func (v *valueFinder) values(literal ast.Expression) {
	for _, value := range syntax.Values(literal) {
		v.value(value)
	}
}

func (v *valueFinder) made(class ast.Expression, at file.Idx) {
	name, ok := class.(*ast.Identifier)
	if !ok || !slices.Contains(classesWithoutJSON, name.Name.String()) {
		return
	}
	use := declared.Use{Kind: declared.NotJSON, Path: []string{name.Name.String()}, Text: v.of.Name, File: v.file}
	v.found = append(v.found, madeValue{class: name, scope: v.scope, use: use, at: at})
}

// function records what may be a function: a literal, or the value of a name or what the function of that name returns.
func (v *valueFinder) function(of *ast.Identifier, isMade bool, at file.Idx) {
	if of != nil && v.functions.OfResult(of) != "" {
		return // a lost result
	}
	use := declared.Use{Kind: declared.NotJSON, Path: []string{declared.Function.String()}, Text: v.of.Name, File: v.file}
	v.found = append(v.found, madeValue{of: of, isMade: isMade, scope: v.scope, use: use, at: at})
}

// isFunction reports whether a returned value is surely a function.
func (v *madeValue) isFunction(names *constant.Names) bool {
	if v.of == nil {
		return true
	}
	fn, _ := names.Fixed(v.of, v.scope)
	if !v.isMade {
		return isFunctionLiteral(fn)
	}
	values, isBlock := syntax.Returned(fn)
	isOther := func(e ast.Expression) bool { return !isFunctionLiteral(e) }
	return len(values) > 0 && !slices.ContainsFunc(values, isOther) && (!isBlock || len(values) == 1)
}

func isFunctionLiteral(e ast.Expression) bool {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// Uses returns the objects whose class the project does not declare, and the functions.
func (m MadeValues) Uses(names *constant.Names, mark func(file.Idx) declared.Mark) (found []declared.Use) {
	for _, made := range m {
		class, scope := made.class, made.scope
		if class == nil {
			class, scope = made.namedClass(names)
		}
		switch {
		case class != nil && names.IsKnown(class, scope), class == nil && !made.isFunction(names):
			continue
		case class != nil:
			made.use.Path = []string{class.Name.String()}
		}
		made.use.At = mark(made.at)
		found = append(found, made.use)
	}
	return found
}

// namedClass returns such a class, if a name has an object of it as its only value.
func (v *madeValue) namedClass(names *constant.Names) (*ast.Identifier, constant.Scope) {
	if v.of == nil || v.isMade {
		return nil, 0
	}
	value, scope := names.Fixed(v.of, v.scope)
	made, isNew := value.(*ast.NewExpression)
	if !isNew {
		return nil, 0
	}
	class, isName := made.Callee.(*ast.Identifier)
	if !isName || !slices.Contains(classesWithoutJSON, class.Name.String()) {
		return nil, 0
	}
	return class, scope
}

// storePut is the Text of the use for a value that a call stores.
const storePut = "store.put"

// stored returns the objects of such classes in a value that a call of ctx.store.put stores.
func stored(names *constant.Names, c *ContextCall) []declared.Use {
	if strings.Join(c.Path[1:], ".") != storePut || len(c.Args) < 2 {
		return nil
	}
	v := &valueFinder{of: Capability{Name: storePut}, scope: c.Scope, file: c.File}
	v.value(c.Args[1])
	isFunction := func(u declared.Use) bool { return u.Path[0] == declared.Function.String() }
	return slices.DeleteFunc(v.found.Uses(names, c.Mark), isFunction)
}
