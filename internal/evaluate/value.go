package evaluate

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/provenance"
)

const (
	classArray  = "Array"
	classObject = "Object"
)

// Limits on what is read of one declaration. A real one has some hundred values.
const (
	maxValueDepth = 64
	maxValues     = 200_000
	// maxTextLength is in UTF-16 units. The longest texts are descriptions, of some thousand.
	maxTextLength = 1 << 18
)

// reader converts JavaScript values to declared values with positions. It belongs to one VM.
type reader struct {
	runtime    *goja.Runtime
	provenance *provenance.Objects
	definition map[*goja.Object]*declared.Declaration
	objectBase *goja.Object
	open       map[*goja.Object]bool // objects that contain the current value, to detect cycles
	slab       []declared.Value
	budget     int
}

func newReader(rt *goja.Runtime) *reader {
	base, _ := rt.Get("Object").ToObject(rt).Get("prototype").(*goja.Object)
	return &reader{
		runtime: rt, objectBase: base, budget: maxValues,
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

// read converts a value at a position. It may run getters of users and panic with what they throw: call it within
// Runtime.Try.
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
	case kind.Kind() == reflect.String && isTooLong(value):
		v.Shape, v.Text = declared.Other, tooLarge
	case kind.Kind() == reflect.String:
		v.Shape, v.Text = declared.String, value.String()
	case kind.Kind() == reflect.Bool:
		v.Shape, v.Bool = declared.Bool, value.ToBoolean()
	default:
		v.Shape, v.Num = declared.Number, value.ToFloat()
	}
}

func isTooLong(value goja.Value) bool {
	s, ok := value.(goja.String)
	return ok && s.Length() > maxTextLength
}
