package evaluate

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

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

// provenance maps objects to the literals that created them. Objects are found by identity, so a declaration may get
// them from a constant, an import, a helper function or a loop. An object that no literal created (JSON, Object.assign
// into a fresh object) has no origin. The position of its members is that of the containing value.
//
// It belongs to one VM and its goroutine.
type provenance struct {
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

func newProvenance(shard int, w *walker) *provenance {
	slices.SortFunc(w.calls, func(a, b *ast.CallExpression) int { return int(a.LeftParenthesis) - int(b.LeftParenthesis) })
	return &provenance{
		shard: int32(shard), literals: w.literals, calls: w.calls,
		origins:   make(map[*goja.Object]origin, len(w.literals)/2),
		positions: map[*goja.Object]*memberPositions{}, starts: map[*goja.Object][]int{},
	}
}

// installProvenance defines the functions that rewritten code calls.
func (r *runner) installProvenance() error {
	global := r.runtime.GlobalObject()
	define := func(name string, fn func(goja.FunctionCall) goja.Value) error {
		return global.DefineDataProperty(name, r.runtime.ToValue(fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	literal := func(call goja.FunctionCall) goja.Value { return r.provenance.noteLiteral(call) }
	if err := define(noteLiteralName.String(), literal); err != nil {
		return err
	}
	spread := func(call goja.FunctionCall) goja.Value { return r.provenance.noteSpread(call) }
	return define(noteSpreadName.String(), spread)
}

func (p *provenance) noteLiteral(call goja.FunctionCall) goja.Value {
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

func (p *provenance) noteSpread(call goja.FunctionCall) goja.Value {
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
func (p *provenance) take(literal int) []spread {
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
