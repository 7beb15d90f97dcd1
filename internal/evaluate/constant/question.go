package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Limits of one question and of all questions of a bundle. A question about a plain constant takes fewer than ten
// steps.
const (
	maxSteps    = 4_000
	maxAllSteps = 2_000_000
	maxDepth    = 40
	maxTexts    = 64
	maxLength   = 4_096
)

// Text is a text that an expression can have.
type Text struct {
	Text string
	// Open means that the text only starts so.
	Open bool
}

// question is one search. It collects in sight of its limits.
type question struct {
	*Names
	index *index
	depth int
	left  int
	// active are the parameters whose callers are being searched.
	active map[*parameter]bool
	// partial means that the expression can have other values than those found.
	partial bool
	// unreached means that it depends on a parameter of a function that nothing in the bundle calls.
	unreached bool
	// wantsFunctions makes calls keep the functions that they made, with their frames.
	wantsFunctions bool
	frame          *Frame
	// declaring makes calls of functions of these names stand for their first argument, the id.
	declaring []string
	// changed means that it went through a name of whose objects code sets members.
	changed bool
	// loose means that the search went through a parameter of which it knows all callers, but not the one that matters.
	loose bool
}

func (n *Names) ask() *question {
	return &question{Names: n, index: n.indexed(), left: min(maxSteps, maxAllSteps-n.steps)}
}

// Only returns the value of a name that is set once, nil for other names.
func (n *Names) Only(id *ast.Identifier, s Scope) ast.Expression {
	x := n.indexed()
	for ; s >= 0; s = n.parent(s) {
		if values, known := x.values[name{s, id.Name}]; known && len(values) == 1 {
			return values[0].expr
		} else if known {
			return nil
		}
	}
	return nil
}

// Spend counts steps that the caller takes among those of all questions. It returns false if there were too many.
func (n *Names) Spend(steps int) bool {
	n.steps += steps
	return n.steps <= maxAllSteps
}

// Fixed returns the value of a name that has one, and of whose objects no code sets members. It is nil for other names.
func (n *Names) Fixed(id *ast.Identifier, s Scope) (ast.Expression, Scope) {
	x := n.indexed()
	for ; s >= 0; s = n.parent(s) {
		values, known := x.values[name{s, id.Name}]
		if !known {
			continue
		}
		if values = assigned(values); len(values) == 1 && !x.changed[name{s, id.Name}] {
			return values[0].expr, values[0].scope
		}
		break
	}
	return nil, 0
}

// IsKnown reports whether code in the bundle gives a name a value, or declares it as a parameter.
func (n *Names) IsKnown(id *ast.Identifier, s Scope) bool {
	x := n.indexed()
	hasValue := func(v value) bool { return v.expr != nil }
	return slices.ContainsFunc(x.values[x.declared(n, id.Name, s)], hasValue)
}

// Texts returns the texts that an expression can have, without repetitions. others means that it can have others that
// are not in the source. Neither holds for a parameter of a function that nothing calls.
func (n *Names) Texts(e ast.Expression, s Scope) (texts []Text, others bool) {
	q := n.ask()
	texts = q.texts(value{e, s})
	return texts, q.partial || len(texts) == 0 && !q.unreached
}

// Declared returns the id of the declaration that an expression is: a text, or the first argument of a call of a
// function that declares. isKnown is false if the expression can be several or others.
func (n *Names) Declared(e ast.Expression, s Scope, functions ...string) (id string, isKnown bool) {
	q := n.ask()
	q.declaring = functions
	texts := q.all(q.reduce(value{e, s}))
	if len(texts) != 1 || q.partial {
		return "", false
	}
	text, isText := texts[0].expr.(*ast.StringLiteral)
	if !isText {
		return "", false
	}
	return text.Value.String(), true
}

// List returns the texts of an array's elements. isList means that the expression is an array, others that it can have
// elements that are not in the source.
func (n *Names) List(e ast.Expression, s Scope) (texts []Text, isList, others bool) {
	q := n.ask()
	for _, v := range q.reduce(value{e, s}) {
		array, ok := v.expr.(*ast.ArrayLiteral)
		if !ok {
			q.partial = q.partial || isList
			continue
		}
		isList = true
		for _, v := range q.elements(array, v.scope) {
			texts = append(texts, q.texts(v)...)
		}
	}
	return unique(texts), isList, q.partial
}

// Member is a member of an object literal.
type Member struct {
	Name  string
	Key   ast.Expression
	Texts []Text
	// Others means that the value can have other texts.
	Others bool
}

// Members returns the wanted members of the object literals that an expression can be.
func (n *Names) Members(e ast.Expression, s Scope, wanted func(string, ast.Expression) bool) (members []Member) {
	q := n.ask()
	for _, v := range q.reduce(value{e, s}) {
		object, ok := v.expr.(*ast.ObjectLiteral)
		if !ok {
			continue
		}
		for _, property := range object.Value {
			if p, ok := property.(*ast.PropertyKeyed); ok && !p.Computed && wanted(keyText(p.Key).String(), p.Value) {
				m := Member{Name: keyText(p.Key).String(), Key: p.Key}
				m.Texts, m.Others = n.Texts(p.Value, v.scope)
				members = append(members, m)
			}
		}
	}
	return members
}

// MemberOf returns the expression of an object literal's member, and its scope. It is nil if there is none.
func (n *Names) MemberOf(e ast.Expression, s Scope, member string) (ast.Expression, Scope) {
	q := n.ask()
	for _, v := range q.reduce(value{e, s}) {
		if object, ok := v.expr.(*ast.ObjectLiteral); ok {
			if found := q.property(object, v.scope, unistring.NewFromString(member)); len(found) > 0 {
				return found[0].expr, found[0].scope
			}
		}
	}
	return nil, 0
}

func (q *question) texts(v value) (texts []Text) {
	for _, v := range q.reduce(v) {
		switch e := v.expr.(type) {
		case *ast.StringLiteral:
			texts = append(texts, Text{Text: e.Value.String()})
		case *start:
			q.partial = true
			texts = append(texts, Text{Text: e.text, Open: true})
		case *ast.NumberLiteral:
			texts = append(texts, Text{Text: syntax.NumberText(e)})
		default:
			q.partial = true
		}
	}
	return unique(texts)
}

func unique(texts []Text) []Text {
	seen := make(map[Text]bool, len(texts))
	kept := texts[:0]
	for _, t := range texts {
		if !seen[t] && len(kept) < maxTexts {
			seen[t] = true
			kept = append(kept, t)
		}
	}
	return kept
}
