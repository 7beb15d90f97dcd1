package evaluate

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
)

func (p *provenance) mark(at file.Idx) declared.Mark {
	return declared.Mark{Shard: p.shard, Offset: int32(at)}
}

// member returns the position of a property: its key. fallback is the position of the object.
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

// maxSpreadDepth bounds the search through spreads of spreads.
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

// hasOwn does not run getters.
func hasOwn(object *goja.Object, name string) bool {
	return slices.Contains(object.GetOwnPropertyNames(), name)
}

// element returns the position of an array's element.
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
			return s.Expression.Idx0(), true // the length of an iterable is unknown
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

// callAt returns the call whose opening parenthesis is at a byte offset (0-based), or nil.
func (p *provenance) callAt(offset int) *ast.CallExpression {
	i, found := slices.BinarySearchFunc(
		p.calls, offset+1, func(c *ast.CallExpression, at int) int { return int(c.LeftParenthesis) - at },
	)
	if !found {
		return nil
	}
	return p.calls[i]
}

// calleeName returns the position of a called function's name: `tool` of worker.tool(...).
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
