package facts

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

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
	return callTo(NoteLiteral, at, literal.Idx1(), number(id, at), literal)
}

// unwrapped returns a copy of arguments without the calls of wrap, which a second walk meets.
func unwrapped(args []ast.Expression) []ast.Expression {
	plain := slices.Clone(args)
	for i, arg := range plain {
		plain[i] = syntax.Unwrapped(arg)
	}
	return plain
}

// spread wraps the operand of a spread element, to record where members come from.
func (w *walker) spread(s *ast.SpreadElement, literal, index int) {
	w.facts.result(s.Expression)
	s.Expression = w.expr(s.Expression)
	if w.reading {
		return
	}
	at := s.Expression.Idx0()
	s.Expression = callTo(NoteSpread, at, s.Expression.Idx1(), number(literal, at), number(index, at), s.Expression)
}

func (w *walker) object(e *ast.ObjectLiteral) ast.Expression {
	w.facts.report(handled.RepeatedKeys(e))
	wrapped := w.wrap(e)
	id := len(w.literals) - 1
	isPlain := syntax.IsPlainObject(e)
	for i, property := range e.Value {
		switch p := property.(type) {
		case *ast.PropertyKeyed:
			if isPlain && syntax.IsPlainLiteral(p.Value) {
				w.inside(p.Value)
				continue
			}
			w.property(p, e)
		case *ast.PropertyShort:
			w.facts.mention(&p.Name)
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
	isPlain := syntax.IsPlainArray(e)
	for i, element := range e.Value {
		if isPlain && syntax.IsPlainLiteral(element) {
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
