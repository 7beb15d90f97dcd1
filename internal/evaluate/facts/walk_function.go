package facts

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

func (w *walker) call(e *ast.CallExpression) {
	leave := w.facts.call(e)
	w.facts.codeFromText(e.Callee)
	if len(e.ArgumentList) > 0 && !w.reading {
		w.calls = append(w.calls, e)
	}
	e.Callee = w.expr(e.Callee)
	w.exprs(e.ArgumentList)
	leave()
}

func (w *walker) assign(e *ast.AssignExpression) {
	w.facts.assign(e)
	if name, isName := e.Left.(*ast.Identifier); isName && e.Operator == token.ASSIGN {
		w.facts.mentions.Use(name, w.facts.file, w.facts.mark(name.Idx)) // the value is not read
	} else {
		e.Left = w.expr(e.Left)
	}
	e.Right = w.expr(e.Right)
}

func (w *walker) objectPattern(p *ast.ObjectPattern) {
	for _, property := range p.Properties {
		switch q := property.(type) {
		case *ast.PropertyKeyed:
			if q.Computed {
				q.Key = w.expr(q.Key)
			}
			q.Value = w.expr(q.Value)
		case *ast.PropertyShort:
			q.Initializer = w.expr(q.Initializer)
		}
	}
	p.Rest = w.expr(p.Rest)
}

func (w *walker) function(e *ast.FunctionLiteral) {
	leave := w.facts.enter()
	w.facts.names.Function(e)
	w.facts.mentions.Declare(e.Name)
	outer := w.facts.in
	w.facts.in.isAsync, w.facts.in.isHandler, w.facts.in.fields = e.Async, false, nil
	w.parameters(e.ParameterList)
	w.facts.handler(e, e.ParameterList)
	w.statements(e.Body.List)
	w.facts.in = outer
	leave()
}

func (w *walker) arrow(e *ast.ArrowFunctionLiteral) {
	leave := w.facts.enter()
	w.facts.names.Function(e)
	outer := w.facts.in
	w.facts.in.isAsync, w.facts.in.isHandler = e.Async, false
	w.parameters(e.ParameterList)
	w.facts.handler(e, e.ParameterList)
	switch body := e.Body.(type) {
	case *ast.BlockStatement:
		w.statements(body.List)
	case *ast.ExpressionBody:
		w.facts.returned(body.Expression)
		body.Expression = w.expr(body.Expression)
	}
	w.facts.in = outer
	leave()
}

func (w *walker) parameters(list *ast.ParameterList) {
	if list == nil {
		return
	}
	for _, b := range list.List {
		w.parameter(b)
	}
	w.facts.mentions.Declare(list.Rest)
	list.Rest = w.expr(list.Rest)
}

func (w *walker) class(e *ast.ClassLiteral) {
	e.SuperClass = w.expr(e.SuperClass)
	leave := w.facts.enter()
	defer leave()
	w.facts.names.Class(e)
	w.facts.mentions.Declare(e.Name)
	for _, element := range e.Body {
		switch m := element.(type) {
		case *ast.FieldDefinition:
			if m.Computed {
				m.Key = w.expr(m.Key)
			}
			m.Initializer = w.expr(m.Initializer)
		case *ast.MethodDefinition:
			if m.Computed {
				m.Key = w.expr(m.Key)
			}
			w.expr(m.Body)
		case *ast.ClassStaticBlock:
			w.block(m.Block)
		}
	}
}

func (w *walker) binding(b *ast.Binding) {
	if b == nil {
		return
	}
	w.facts.names.Declare(b.Target, b.Initializer)
	w.facts.keeps(b.Target, b.Initializer)
	w.parameter(b)
}

// parameter is like binding, for a name whose values come from the callers.
func (w *walker) parameter(b *ast.Binding) {
	w.facts.mentions.Declare(b.Target)
	w.facts.bind(b.Target, b.Initializer)
	if _, isName := b.Target.(*ast.Identifier); !isName {
		w.expr(b.Target)
	}
	b.Initializer = w.expr(b.Initializer)
}
