// This file reads JavaScript values into declared values, with the place of each.

package evaluate

import (
	"math/big"
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
)

const (
	classArray  = "Array"
	classObject = "Object"
)

// Bounds on what is read of one declaration. A real one has some hundred values; these only keep a
// hostile one from growing the result without end.
const (
	maxValueDepth = 64
	maxValues     = 200_000
)

// reader turns values into declared ones. It belongs to one VM.
type reader struct {
	runtime    *goja.Runtime
	provenance *provenance
	definition map[*goja.Object]*declared.Declaration
	objectBase *goja.Object
	open       map[*goja.Object]bool // being read now: a value inside itself is a circle
	slab       []declared.Value
	budget     int
}

func newReader(rt *goja.Runtime, p *provenance) *reader {
	base, _ := rt.Get("Object").ToObject(rt).Get("prototype").(*goja.Object)
	return &reader{
		runtime: rt, provenance: p, objectBase: base, budget: maxValues,
		definition: map[*goja.Object]*declared.Declaration{}, open: map[*goja.Object]bool{},
	}
}

// slabSize is how many values are allocated at a time.
const slabSize = 256

func (r *reader) fresh(at declared.Mark) *declared.Value {
	if len(r.slab) == 0 {
		r.slab = make([]declared.Value, slabSize)
	}
	v := &r.slab[0]
	r.slab = r.slab[1:]
	v.At = at
	return v
}

// read reads a value that stands at a place. It may run getters of the user, so it may panic with
// what they throw: call it inside Runtime.Try.
func (r *reader) read(value goja.Value, at declared.Mark, depth int) *declared.Value {
	v := r.fresh(at)
	r.budget--
	switch value := value.(type) {
	case nil:
	case *goja.Object:
		r.object(v, value, depth)
	case *goja.Symbol:
		v.Shape, v.Text = declared.Other, "symbol"
	default:
		readPrimitive(v, value)
	}
	return v
}

var (
	bigIntType = reflect.TypeFor[*big.Int]()
	proxyType  = reflect.TypeFor[goja.Proxy]()
)

func readPrimitive(v *declared.Value, value goja.Value) {
	if goja.IsUndefined(value) {
		return
	}
	if goja.IsNull(value) {
		v.Shape = declared.Null
		return
	}
	kind := value.ExportType()
	switch {
	case kind == bigIntType:
		v.Shape, v.Text = declared.Other, "bigint"
	case kind.Kind() == reflect.String:
		v.Shape, v.Text = declared.String, value.String()
	case kind.Kind() == reflect.Bool:
		v.Shape, v.Bool = declared.Bool, value.ToBoolean()
	default:
		v.Shape, v.Num = declared.Number, value.ToFloat()
	}
}

// isCallable reports whether an object is a function of any kind: their class names differ ("AsyncFunction").
func isCallable(object *goja.Object) bool {
	_, callable := goja.AssertFunction(object)
	return callable
}

func (r *reader) object(v *declared.Value, object *goja.Object, depth int) {
	if d, known := r.definition[object]; known {
		v.Shape, v.Ref = declared.Reference, d
		return
	}
	if r.open[object] || depth >= maxValueDepth || r.budget <= 0 {
		v.Shape, v.Text = declared.Other, "a value that is too deep, too large or contains itself"
		return
	}
	switch class := object.ClassName(); {
	case isCallable(object):
		v.Shape = declared.Function
	case class == classArray:
		v.Shape = declared.Array
		r.open[object] = true
		r.items(v, object, depth)
		delete(r.open, object)
	case class == classObject && r.isPlain(object):
		v.Shape = declared.Object
		r.open[object] = true
		r.members(v, object, depth)
		delete(r.open, object)
	default:
		v.Shape, v.Text = declared.Other, r.describe(object, class)
	}
}

// isPlain reports whether an object is one that JSON carries: no class instance, no proxy.
func (r *reader) isPlain(object *goja.Object) bool {
	if object.ExportType() == proxyType {
		return false
	}
	base := object.Prototype()
	return base == nil || base == r.objectBase
}

func (r *reader) items(v *declared.Value, array *goja.Object, depth int) {
	length := min(int(array.Get("length").ToInteger()), max(r.budget, 0))
	if length == 0 {
		return
	}
	v.Items = make([]*declared.Value, 0, min(length, slabSize))
	for i := range length {
		at := r.provenance.element(array, i, v.At)
		v.Items = append(v.Items, r.read(array.Get(strconv.Itoa(i)), at, depth+1))
	}
}

func (r *reader) members(v *declared.Value, object *goja.Object, depth int) {
	keys := object.Keys()
	if len(keys) == 0 {
		return
	}
	v.Members = make([]declared.Member, 0, len(keys))
	for _, key := range keys {
		at := r.provenance.member(object, key, v.At)
		v.Members = append(v.Members, declared.Member{Name: key, Value: r.read(object.Get(key), at, depth+1)})
	}
}

// describe names a value that JSON cannot carry by its constructor: "Date", "Map", "Invoice".
func (r *reader) describe(object *goja.Object, class string) string {
	if class != classObject {
		return class
	}
	if constructor, ok := object.Get("constructor").(*goja.Object); ok {
		if name := constructor.Get("name"); name != nil && name.String() != "" {
			return name.String()
		}
	}
	return class
}
