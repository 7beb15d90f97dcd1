package evaluate

import "github.com/dop251/goja/ast"

func (w *walker) call(e *ast.CallExpression) {
	w.facts.call(e)
	if len(e.ArgumentList) > 0 && !w.reading {
		w.calls = append(w.calls, e)
	}
	e.Callee = w.expr(e.Callee)
	w.exprs(e.ArgumentList)
}

func (w *walker) assign(e *ast.AssignExpression) {
	if name, ok := e.Left.(*ast.Identifier); ok {
		w.facts.name(name, e.Right)
	}
	e.Left, e.Right = w.expr(e.Left), w.expr(e.Right)
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

func (w *walker) function(parameters *ast.ParameterList, body *ast.BlockStatement) {
	leave := w.facts.enter()
	w.parameters(parameters)
	w.block(body)
	leave()
}

func (w *walker) arrow(e *ast.ArrowFunctionLiteral) {
	leave := w.facts.enter()
	w.parameters(e.ParameterList)
	switch body := e.Body.(type) {
	case *ast.BlockStatement:
		w.block(body)
	case *ast.ExpressionBody:
		body.Expression = w.expr(body.Expression)
	}
	leave()
}

func (w *walker) parameters(list *ast.ParameterList) {
	if list == nil {
		return
	}
	for _, b := range list.List {
		w.binding(b)
	}
	list.Rest = w.expr(list.Rest)
}

func (w *walker) class(e *ast.ClassLiteral) {
	e.SuperClass = w.expr(e.SuperClass)
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
	w.facts.bind(b.Target, b.Initializer)
	w.expr(b.Target)
	b.Initializer = w.expr(b.Initializer)
}
