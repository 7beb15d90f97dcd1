package constant

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// start is a text of which only the start is known.
type start struct {
	ast.Expression
	text string
}

// reduce returns the literals, functions and classes that an expression can be. What it cannot follow makes the
// question partial.
func (q *question) reduce(v value) []value {
	if v.expr == nil || q.depth >= maxDepth {
		q.partial = true
		return nil
	}
	if !q.step() {
		return nil
	}
	q.depth++
	found := q.expression(v)
	q.depth--
	if len(found) > maxTexts {
		q.partial = true
		found = found[:maxTexts]
	}
	return found
}

// step counts one thing that a question looks at. It returns false, and makes the question partial, when the limit is
// reached.
func (q *question) step() bool {
	if q.left <= 0 {
		q.partial = true
		return false
	}
	q.left--
	q.steps++
	return true
}

func (q *question) expression(v value) []value {
	switch e := v.expr.(type) {
	case *ast.StringLiteral, *ast.NumberLiteral, *ast.ArrayLiteral, *ast.ObjectLiteral, *ast.FunctionLiteral,
		*ast.ArrowFunctionLiteral, *ast.ClassLiteral, *start, *instance, *made:
		return []value{v}
	case *ast.Identifier:
		return q.identifier(e, v.scope)
	case *ast.TemplateLiteral:
		return q.template(e, v.scope)
	case *ast.BinaryExpression:
		return q.binary(e, v.scope)
	case *ast.DotExpression:
		return q.member(value{e.Left, v.scope}, e.Identifier.Name)
	case *ast.BracketExpression:
		return q.bracket(e, v.scope)
	case *ast.ConditionalExpression:
		return append(q.reduce(value{e.Consequent, v.scope}), q.reduce(value{e.Alternate, v.scope})...)
	case *ast.SequenceExpression:
		return q.reduce(value{e.Sequence[len(e.Sequence)-1], v.scope})
	case *ast.OptionalChain:
		return q.reduce(value{e.Expression, v.scope})
	case *ast.Optional:
		return q.reduce(value{e.Expression, v.scope})
	case *ast.AwaitExpression:
		return q.reduce(value{e.Argument, v.scope})
	case *ast.AssignExpression:
		return q.reduce(value{e.Right, v.scope})
	case *parameter:
		return q.passed(e)
	case *scoped:
		return q.reduce(e.of)
	case *element:
		return q.eachOf(value{e.list, v.scope})
	case *ast.CallExpression:
		return q.called(e, v.scope)
	case *ast.NewExpression:
		return q.created(e, v.scope)
	}
	q.partial = true
	return nil
}

func (q *question) all(values []value) (found []value) {
	for _, v := range values {
		found = append(found, q.reduce(v)...)
	}
	return found
}

// identifier returns what a name can be: the values of all its assignments.
func (q *question) identifier(id *ast.Identifier, s Scope) []value {
	for ; s >= 0; s = q.parent(s) {
		if values, known := q.index.values[name{s, id.Name}]; known {
			q.changed = q.changed || q.index.changed[name{s, id.Name}]
			return q.all(assigned(values))
		}
	}
	if id.Name != "undefined" {
		q.partial = true
	}
	return nil
}

// assigned drops the declaration without a value of a name that has one: `let x; x = 1`.
func assigned(values []value) []value {
	kept := make([]value, 0, len(values))
	for _, v := range values {
		if v.expr != nil {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return values
	}
	return kept
}

func (q *question) template(e *ast.TemplateLiteral, s Scope) []value {
	if e.Tag != nil || len(e.Elements) == 0 {
		q.partial = true
		return nil
	}
	heads := []Text{{Text: e.Elements[0].Parsed.String()}}
	for i, part := range e.Expressions {
		heads = q.join(heads, q.within(value{part, s}))
		if i+1 < len(e.Elements) {
			heads = q.join(heads, []Text{{Text: e.Elements[i+1].Parsed.String()}})
		}
	}
	return literals(heads)
}

func (q *question) binary(e *ast.BinaryExpression, s Scope) []value {
	switch e.Operator {
	case token.PLUS:
		return literals(q.join(q.within(value{e.Left, s}), q.within(value{e.Right, s})))
	case token.LOGICAL_OR, token.COALESCE:
		return append(q.reduce(value{e.Left, s}), q.reduce(value{e.Right, s})...)
	case token.LOGICAL_AND:
		return q.reduce(value{e.Right, s})
	}
	q.partial = true
	return nil
}

// within returns the texts of a part of a text. An unknown part is an open, empty text.
func (q *question) within(v value) []Text {
	outer := q.partial
	q.partial = false
	texts := q.texts(v)
	if q.partial || len(texts) == 0 && !q.unreached {
		texts = append(texts, Text{Open: true})
	}
	q.partial = outer
	return unique(texts)
}

// join appends each of the tails to each head that is not open.
func (q *question) join(heads, tails []Text) (joined []Text) {
	for _, head := range heads {
		if head.Open || len(head.Text) > maxLength {
			joined = append(joined, Text{Text: head.Text, Open: true})
			continue
		}
		for _, tail := range tails {
			if len(joined) >= maxTexts {
				q.partial = true
				return joined
			}
			joined = append(joined, Text{Text: head.Text + tail.Text, Open: tail.Open})
		}
	}
	return unique(joined)
}

func literals(texts []Text) []value {
	values := make([]value, len(texts))
	for i, t := range texts {
		if t.Open {
			values[i].expr = &start{text: t.Text}
		} else {
			values[i].expr = literal(t.Text)
		}
	}
	return values
}

func literal(text string) *ast.StringLiteral {
	return &ast.StringLiteral{Value: unistring.NewFromString(text)}
}

// mapTexts applies a function to the texts of a value: x.toLowerCase().
func (q *question) mapTexts(v value, change func(string) string) []value {
	texts := q.within(v)
	for i := range texts {
		texts[i].Text = change(texts[i].Text)
	}
	return literals(texts)
}

// textMethods are the methods of strings that questions follow.
var textMethods = map[unistring.String]func(string) string{
	"toLowerCase": strings.ToLower, "toUpperCase": strings.ToUpper, "trim": strings.TrimSpace,
	"toString": strings.Clone, "valueOf": strings.Clone,
}
