// This file walks the syntax tree of a bundle and rewrites it: every object and array literal of a
// user's file passes through a function that notes where the value came from.

package evaluate

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// The names that rewritten code calls. No source can spell them.
const (
	noteLiteralName unistring.String = "%literal"
	noteSpreadName  unistring.String = "%spread"
	leftOutName     unistring.String = "%body"
)

// walker rewrites the statements of one bundle in place and collects what stands in them.
type walker struct {
	// literals are the *ast.ObjectLiteral and *ast.ArrayLiteral that were wrapped, by their number.
	literals []ast.Expression
	// calls are the calls with arguments, in walking order.
	calls []*ast.CallExpression
	facts *factFinder
	// keepBodies leaves handlers as they are; see leaveOut.
	keepBodies bool
	// reading is set inside a body that will be left out: it is looked at, not rewritten.
	reading bool
}

func number(n int, at file.Idx) *ast.NumberLiteral {
	return &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(n)}
}

func callTo(name unistring.String, at, end file.Idx, args ...ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{
		Callee: &ast.Identifier{Name: name, Idx: at}, LeftParenthesis: at, ArgumentList: args, RightParenthesis: end,
	}
}

func (w *walker) wrap(literal ast.Expression) ast.Expression {
	if w.reading {
		return literal
	}
	id := len(w.literals)
	w.literals = append(w.literals, literal)
	at := literal.Idx0()
	return callTo(noteLiteralName, at, literal.Idx1(), number(id, at), literal)
}

// spread wraps the operand of a spread element, so that the literal knows where its members came from.
func (w *walker) spread(s *ast.SpreadElement, literal, index int) {
	s.Expression = w.expr(s.Expression)
	if w.reading {
		return
	}
	at := s.Expression.Idx0()
	s.Expression = callTo(noteSpreadName, at, s.Expression.Idx1(), number(literal, at), number(index, at), s.Expression)
}

func (w *walker) exprs(list []ast.Expression) {
	for i, e := range list {
		list[i] = w.expr(e)
	}
}

// expr rewrites an expression and returns what stands in its place.
func (w *walker) expr(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case nil, *ast.Identifier, *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral,
		*ast.ThisExpression, *ast.SuperExpression, *ast.RegExpLiteral, *ast.MetaProperty, *ast.PrivateIdentifier:
	case *ast.ObjectLiteral:
		return w.object(e)
	case *ast.ArrayLiteral:
		return w.array(e)
	case *ast.CallExpression:
		w.call(e)
	case *ast.NewExpression:
		e.Callee = w.expr(e.Callee)
		w.exprs(e.ArgumentList)
	case *ast.DotExpression:
		e.Left = w.expr(e.Left)
	case *ast.PrivateDotExpression:
		e.Left = w.expr(e.Left)
	case *ast.BracketExpression:
		e.Left, e.Member = w.expr(e.Left), w.expr(e.Member)
	case *ast.FunctionLiteral:
		w.function(e.ParameterList, e.Body)
	case *ast.ArrowFunctionLiteral:
		w.arrow(e)
	case *ast.ClassLiteral:
		w.class(e)
	case *ast.AssignExpression:
		w.assign(e)
	default:
		w.operator(e)
	}
	return e
}

// operator handles the expressions that only hold others.
func (w *walker) operator(e ast.Expression) {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		e.Left, e.Right = w.expr(e.Left), w.expr(e.Right)
	case *ast.UnaryExpression:
		e.Operand = w.expr(e.Operand)
	case *ast.ConditionalExpression:
		e.Test, e.Consequent, e.Alternate = w.expr(e.Test), w.expr(e.Consequent), w.expr(e.Alternate)
	case *ast.SequenceExpression:
		w.exprs(e.Sequence)
	case *ast.TemplateLiteral:
		e.Tag = w.expr(e.Tag)
		w.exprs(e.Expressions)
	case *ast.AwaitExpression:
		e.Argument = w.expr(e.Argument)
	case *ast.YieldExpression:
		e.Argument = w.expr(e.Argument)
	case *ast.OptionalChain:
		e.Expression = w.expr(e.Expression)
	case *ast.Optional:
		e.Expression = w.expr(e.Expression)
	case *ast.SpreadElement:
		e.Expression = w.expr(e.Expression)
	case *ast.Binding:
		w.binding(e)
	case *ast.ObjectPattern:
		w.objectPattern(e)
	case *ast.ArrayPattern:
		w.exprs(e.Elements)
		e.Rest = w.expr(e.Rest)
	}
}

func (w *walker) object(e *ast.ObjectLiteral) ast.Expression {
	wrapped := w.wrap(e)
	id := len(w.literals) - 1
	isPlain := isPlainObject(e)
	for i, property := range e.Value {
		switch p := property.(type) {
		case *ast.PropertyKeyed:
			if isPlain && isPlainLiteral(p.Value) {
				w.inside(p.Value)
				continue
			}
			w.property(p)
		case *ast.PropertyShort:
			p.Initializer = w.expr(p.Initializer)
		case *ast.SpreadElement:
			w.spread(p, id, i)
		}
	}
	return wrapped
}

func (w *walker) array(e *ast.ArrayLiteral) ast.Expression {
	wrapped := w.wrap(e)
	id := len(w.literals) - 1
	isPlain := isPlainArray(e)
	for i, element := range e.Value {
		if isPlain && isPlainLiteral(element) {
			w.inside(element)
			continue
		}
		if s, ok := element.(*ast.SpreadElement); ok {
			w.spread(s, id, i)
			continue
		}
		e.Value[i] = w.expr(element)
	}
	return wrapped
}

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
