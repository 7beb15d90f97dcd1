package evaluate

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// isCallable reports whether an object is a function. Class names differ ("AsyncFunction").
func isCallable(object *goja.Object) bool {
	_, callable := goja.AssertFunction(object)
	return callable
}

// tooLarge describes a value that is not read.
const tooLarge = "a value that is too deep, too large or contains itself"

func (r *reader) object(v *declared.Value, object *goja.Object, depth int) {
	if d, known := r.definition[object]; known {
		v.Shape, v.Ref = declared.Reference, d
		return
	}
	if r.open[object] || depth >= maxValueDepth || r.budget <= 0 {
		v.Shape, v.Text = declared.Other, tooLarge
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

// isPlain reports whether JSON can represent an object: it is not a class instance or proxy.
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
		at := r.provenance.Element(array, i, v.At)
		v.Items = append(v.Items, r.read(array.Get(strconv.Itoa(i)), at, depth+1))
	}
}

func (r *reader) members(v *declared.Value, object *goja.Object, depth int) {
	keys := object.Keys()
	if len(keys) == 0 {
		return
	}
	v.Members = make([]declared.Member, 0, len(keys))
	place := r.provenance.PlacesOf(object, keys, v.At)
	for i, key := range keys {
		if r.budget <= 0 || len(key) > maxTextLength {
			v.Shape, v.Text, v.Members = declared.Other, tooLarge, nil
			return
		}
		v.Members = append(v.Members, declared.Member{Name: key, Value: r.read(object.Get(key), place(i), depth+1)})
	}
}

// describe names a value that JSON cannot represent by its constructor: "Date", "Map", "Invoice".
func (r *reader) describe(object *goja.Object, class string) string {
	if class != classObject {
		return class
	}
	if constructor, ok := object.Get("constructor").(*goja.Object); ok {
		if name := constructor.Get("name"); name != nil && !isTooLong(name) && name.String() != "" {
			return diag.Clip(name.String())
		}
	}
	return class
}
