// This file remembers which literal of the source made an object, and finds the place of its members.
//
// Objects are found by identity, so it does not matter how a declaration came by them: a const, an
// import from another file, a helper function, a loop. What no literal made (JSON, Object.assign
// into a fresh object) has no origin; its members are then where their holder is.

package evaluate

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
)

// origin is the literal that made an object.
type origin struct {
	literal ast.Expression
	// spreads are the operands of the literal's spread elements when it was evaluated, in order.
	spreads []spread
}

// spread is the operand of one spread element.
type spread struct {
	literal, index int // the number of the literal, and which of its members it is
	operand        *goja.Object
	length         int // of an array operand
}

// provenance belongs to one VM and to its goroutine.
type provenance struct {
	shard    int32
	literals []ast.Expression
	origins  map[*goja.Object]origin
	// open are spreads whose literal is not finished yet.
	open []spread
	// calls maps the place of a call's opening parenthesis to the call; sorted by place.
	calls []*ast.CallExpression
}

func newProvenance(shard int, w *walker) *provenance {
	slices.SortFunc(w.calls, func(a, b *ast.CallExpression) int { return int(a.LeftParenthesis) - int(b.LeftParenthesis) })
	return &provenance{
		shard: int32(shard), literals: w.literals, calls: w.calls,
		origins: make(map[*goja.Object]origin, len(w.literals)/2),
	}
}

// install defines the functions that rewritten code calls.
func (p *provenance) install(rt *goja.Runtime) error {
	global := rt.GlobalObject()
	define := func(name string, fn func(goja.FunctionCall) goja.Value) error {
		return global.DefineDataProperty(name, rt.ToValue(fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	if err := define(noteLiteralName.String(), p.noteLiteral); err != nil {
		return err
	}
	return define(noteSpreadName.String(), p.noteSpread)
}

func (p *provenance) noteLiteral(call goja.FunctionCall) goja.Value {
	value := call.Argument(1)
	object, ok := value.(*goja.Object)
	if !ok {
		return value
	}
	id := int(call.Argument(0).ToInteger())
	if id < 0 || id >= len(p.literals) {
		return value // not our call: a script that tries out all globals
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

// take removes the open spreads of a literal that is finished now. Those above them belong to
// literals that an exception left unfinished.
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

func (p *provenance) mark(at file.Idx) declared.Mark {
	return declared.Mark{Shard: p.shard, Offset: int32(at)}
}

// member finds the place of an object's property: its key. fallback is where the object itself is.
func (p *provenance) member(object *goja.Object, name string, fallback declared.Mark) declared.Mark {
	o, known := p.origins[object]
	if !known {
		return fallback
	}
	if at, found := p.key(o, name, maxSpreadDepth); found {
		return p.mark(at)
	}
	return p.mark(o.literal.Idx0())
}

// maxSpreadDepth ends the search through spreads of spreads; nobody nests deeper.
const maxSpreadDepth = 32

// key searches a literal from its end, since a later member overrides an earlier one.
func (p *provenance) key(o origin, name string, depth int) (file.Idx, bool) {
	literal, ok := o.literal.(*ast.ObjectLiteral)
	if !ok || depth == 0 {
		return 0, false
	}
	computed := file.Idx(0)
	for i := len(literal.Value) - 1; i >= 0; i-- {
		switch property := literal.Value[i].(type) {
		case *ast.PropertyShort:
			if property.Name.Name.String() == name {
				return property.Name.Idx, true
			}
		case *ast.PropertyKeyed:
			if property.Computed {
				computed = property.Key.Idx0()
			} else if keyName(property.Key) == name {
				return property.Key.Idx0(), true
			}
		case *ast.SpreadElement:
			operand := o.operand(i)
			if operand == nil || !hasOwn(operand, name) {
				continue
			}
			if inner, known := p.origins[operand]; known {
				if at, found := p.key(inner, name, depth-1); found {
					return at, true
				}
			}
			return property.Expression.Idx0(), true
		}
	}
	return computed, computed != 0
}

func (o origin) operand(index int) *goja.Object {
	for _, s := range o.spreads {
		if s.index == index {
			return s.operand
		}
	}
	return nil
}

func keyName(key ast.Expression) string {
	switch key := key.(type) {
	case *ast.StringLiteral:
		return key.Value.String()
	case *ast.Identifier:
		return key.Name.String()
	case *ast.NumberLiteral:
		return key.Literal
	}
	return ""
}

// hasOwn avoids running a getter: it only asks for the name.
func hasOwn(object *goja.Object, name string) bool {
	return slices.Contains(object.GetOwnPropertyNames(), name)
}

// element finds the place of an array's element.
func (p *provenance) element(array *goja.Object, index int, fallback declared.Mark) declared.Mark {
	if at, found := p.elementAt(array, index, maxSpreadDepth); found {
		return p.mark(at)
	}
	if o, known := p.origins[array]; known {
		return p.mark(o.literal.Idx0())
	}
	return fallback
}

func (p *provenance) elementAt(array *goja.Object, index, depth int) (file.Idx, bool) {
	o := p.origins[array]
	literal, ok := o.literal.(*ast.ArrayLiteral)
	if !ok || depth == 0 {
		return 0, false
	}
	for i, element := range literal.Value {
		s, isSpread := element.(*ast.SpreadElement)
		if !isSpread {
			if index == 0 && element != nil {
				return element.Idx0(), true
			}
			index--
			continue
		}
		operand := o.operand(i)
		length := 0
		if operand != nil && operand.ClassName() == classArray {
			length = o.length(i)
		} else {
			return s.Expression.Idx0(), true // an iterable of unknown length: somewhere from here on
		}
		if index < length {
			if at, found := p.elementAt(operand, index, depth-1); found {
				return at, true
			}
			return s.Expression.Idx0(), true
		}
		index -= length
	}
	return 0, false
}

func (o origin) length(index int) int {
	for _, s := range o.spreads {
		if s.index == index {
			return s.length
		}
	}
	return 0
}

// callAt finds the call whose opening parenthesis stands at a byte offset (0-based).
func (p *provenance) callAt(offset int) *ast.CallExpression {
	i, found := slices.BinarySearchFunc(
		p.calls, offset+1, func(c *ast.CallExpression, at int) int { return int(c.LeftParenthesis) - at },
	)
	if !found {
		return nil
	}
	return p.calls[i]
}

// calleeName is where the name of a called function stands: `tool` of worker.tool(...).
func calleeName(callee ast.Expression) file.Idx {
	switch callee := callee.(type) {
	case *ast.DotExpression:
		return callee.Identifier.Idx
	case *ast.BracketExpression:
		return callee.Member.Idx0()
	case *ast.OptionalChain:
		return calleeName(callee.Expression)
	case *ast.Optional:
		return calleeName(callee.Expression)
	}
	return callee.Idx0()
}
