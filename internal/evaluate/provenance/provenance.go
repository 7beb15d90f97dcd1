// Package provenance remembers which literal of the source created an object, and where its members are.
//
// Start at Objects.
package provenance

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// classArray is the class of arrays.
const classArray = "Array"

// origin is the literal that created an object.
type origin struct {
	literal ast.Expression
	// spreads are the operands of the literal's spread elements at its evaluation, in order.
	spreads []spread
}

// spread is the operand of one spread element.
type spread struct {
	literal, index int // the number of the literal, and the index of the element
	operand        *goja.Object
	length         int // of an array operand
}

// Objects maps objects to the literals that created them. Objects are found by identity, so a declaration may get
// them from a constant, an import, a helper function or a loop. An object that no literal created (JSON, Object.assign
// into a fresh object) has no origin. The position of its members is that of the containing value.
//
// It belongs to one VM and its goroutine.
type Objects struct {
	shard    int32
	literals []ast.Expression
	origins  map[*goja.Object]origin
	// open are the spreads of literals in evaluation.
	open []spread
	// positions and starts are those of the objects and arrays of the declaration that is read now.
	positions map[*goja.Object]*memberPositions
	starts    map[*goja.Object][]int
	// calls are the calls with arguments, sorted by the position of the opening parenthesis.
	calls []*ast.CallExpression
}

// New returns the table of one VM. It sorts the calls.
func New(shard int32, literals []ast.Expression, calls []*ast.CallExpression) *Objects {
	slices.SortFunc(calls, func(a, b *ast.CallExpression) int { return int(a.LeftParenthesis) - int(b.LeftParenthesis) })
	return &Objects{
		shard: shard, literals: literals, calls: calls,
		origins:   make(map[*goja.Object]origin, len(literals)/2),
		positions: map[*goja.Object]*memberPositions{}, starts: map[*goja.Object][]int{},
	}
}

// NoteLiteral is the function around a literal: it gets the number of the literal and the object.
func (p *Objects) NoteLiteral(call goja.FunctionCall) goja.Value {
	value := call.Argument(1)
	object, ok := value.(*goja.Object)
	if !ok {
		return value
	}
	id := int(call.Argument(0).ToInteger())
	if id < 0 || id >= len(p.literals) {
		return value // a script called the function by itself
	}
	o := origin{literal: p.literals[id]}
	if len(p.open) > 0 {
		o.spreads = p.take(id)
	}
	p.origins[object] = o
	p.adopt(object, o.literal)
	return value
}

// NoteSpread is the function around the operand of a spread element: it gets the number of the literal, the index of
// the element, and the operand.
func (p *Objects) NoteSpread(call goja.FunctionCall) goja.Value {
	value := call.Argument(2)
	s := spread{literal: int(call.Argument(0).ToInteger()), index: int(call.Argument(1).ToInteger())}
	if object, ok := value.(*goja.Object); ok {
		s.operand = object
		if object.ClassName() == classArray {
			s.length = int(object.Get("length").ToInteger())
		}
	}
	p.open = append(p.open, s)
	return value
}

// take removes the open spreads of a finished literal. Those above belong to literals that an exception interrupted.
func (p *Objects) take(literal int) []spread {
	first := len(p.open)
	for first > 0 && p.open[first-1].literal == literal {
		first--
	}
	if first == len(p.open) {
		return nil
	}
	taken := slices.Clone(p.open[first:])
	p.open = p.open[:first]
	return taken
}
