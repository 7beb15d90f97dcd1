package provenance

import (
	"cmp"
	"slices"
	"sort"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

func (p *Objects) mark(at file.Idx) declared.Mark {
	return declared.Mark{Shard: p.shard, Offset: int32(at)}
}

// maxSpreadDepth bounds the search through spreads of spreads.
const maxSpreadDepth = 32

// PlacesOf returns the positions of properties by their number. Most objects have the members of their literal in its
// order. fallback is the position of the object.
func (p *Objects) PlacesOf(object *goja.Object, names []string, fallback declared.Mark) func(int) declared.Mark {
	literal, ok := p.origins[object].literal.(*ast.ObjectLiteral)
	asWritten := ok && slices.EqualFunc(literal.Value, names, func(property ast.Property, name string) bool {
		key, at := keyOf(property)
		return at != 0 && key == name
	})
	return func(i int) declared.Mark {
		if asWritten {
			_, at := keyOf(literal.Value[i])
			return p.mark(at)
		}
		return p.member(object, names[i], fallback)
	}
}

// keyOf returns the name of a property and the position of its key, 0 if the syntax has none.
func keyOf(property ast.Property) (name string, at file.Idx) {
	switch property := property.(type) {
	case *ast.PropertyShort:
		return property.Name.Name.String(), property.Name.Idx
	case *ast.PropertyKeyed:
		if !property.Computed {
			return syntax.KeyName(property.Key), property.Key.Idx0()
		}
	}
	return "", 0
}

// memberPositions are the positions of the members of one object.
type memberPositions struct {
	named map[string]file.Idx
	// other is the position of the members with computed names, 0 if there are none.
	other file.Idx
}

// member returns the position of a property: its key. fallback is the position of the object.
func (p *Objects) member(object *goja.Object, name string, fallback declared.Mark) declared.Mark {
	o, known := p.origins[object]
	if !known {
		return fallback
	}
	return p.mark(cmp.Or(p.members(object, maxSpreadDepth).of(name), o.literal.Idx0()))
}

func (m *memberPositions) of(name string) file.Idx {
	if at, found := m.named[name]; found {
		return at
	}
	return m.other
}

// members finds the positions of all members of an object at once, since there may be 100,000. It keeps them until
// Forget. A later member overrides an earlier one.
func (p *Objects) members(object *goja.Object, depth int) *memberPositions {
	if m, known := p.positions[object]; known {
		return m
	}
	o := p.origins[object]
	literal, ok := o.literal.(*ast.ObjectLiteral)
	if !ok || depth == 0 {
		return &memberPositions{}
	}
	m := &memberPositions{named: make(map[string]file.Idx, len(literal.Value))}
	for i, property := range literal.Value {
		if name, at := keyOf(property); at != 0 {
			m.named[name] = at
			continue
		}
		switch property := property.(type) {
		case *ast.PropertyKeyed:
			m.other = cmp.Or(m.other, property.Key.Idx0())
		case *ast.SpreadElement:
			operand := o.spread(i).operand
			if operand == nil {
				continue
			}
			inner := p.members(operand, depth-1)
			for _, name := range operand.GetOwnPropertyNames() { // runs no getter
				m.named[name] = cmp.Or(inner.of(name), property.Expression.Idx0())
			}
		}
	}
	p.positions[object] = m
	return m
}

// Forget drops the positions of members. An object may change between two declarations.
func (p *Objects) Forget() {
	clear(p.positions)
	clear(p.starts)
}

// spread returns the spread element with an index, or the zero value.
func (o origin) spread(index int) spread {
	i, found := slices.BinarySearchFunc(o.spreads, index, func(s spread, index int) int { return s.index - index })
	if !found {
		return spread{}
	}
	return o.spreads[i]
}

// Element returns the position of an array's element.
func (p *Objects) Element(array *goja.Object, index int, fallback declared.Mark) declared.Mark {
	if at, found := p.elementAt(array, index, maxSpreadDepth); found {
		return p.mark(at)
	}
	if o, known := p.origins[array]; known {
		return p.mark(o.literal.Idx0())
	}
	return fallback
}

func (p *Objects) elementAt(array *goja.Object, index, depth int) (file.Idx, bool) {
	o := p.origins[array]
	literal, ok := o.literal.(*ast.ArrayLiteral)
	if !ok || depth == 0 {
		return 0, false
	}
	starts := p.startsOf(array, o, literal)
	// Of several elements with this start, all but the last one are empty spreads.
	i := sort.Search(len(starts), func(i int) bool { return starts[i] > index }) - 1
	if i < 0 || literal.Value[i] == nil {
		return 0, false
	}
	s, isSpread := literal.Value[i].(*ast.SpreadElement)
	if !isSpread {
		return literal.Value[i].Idx0(), starts[i] == index
	}
	if operand := o.spread(i).operand; operand != nil {
		if at, found := p.elementAt(operand, index-starts[i], depth-1); found {
			return at, true
		}
	}
	return s.Expression.Idx0(), true
}

// startsOf returns the index in the array at which each element of its literal begins, up to the first spread of an
// iterable, whose length is unknown. It keeps them until Forget.
func (p *Objects) startsOf(array *goja.Object, o origin, literal *ast.ArrayLiteral) []int {
	if starts, known := p.starts[array]; known {
		return starts
	}
	starts, next := make([]int, 0, len(literal.Value)), 0
	for i, element := range literal.Value {
		starts = append(starts, next)
		if _, isSpread := element.(*ast.SpreadElement); !isSpread {
			next++
			continue
		}
		s := o.spread(i)
		if s.operand == nil || s.operand.ClassName() != classArray {
			break
		}
		next += s.length
	}
	p.starts[array] = starts
	return starts
}

// CallAt returns the call whose opening parenthesis is at a byte offset (0-based), or nil.
func (p *Objects) CallAt(offset int) *ast.CallExpression {
	i, found := slices.BinarySearchFunc(
		p.calls, offset+1, func(c *ast.CallExpression, at int) int { return int(c.LeftParenthesis) - at },
	)
	if !found {
		return nil
	}
	return p.calls[i]
}
