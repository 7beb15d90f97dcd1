package ecma

import (
	"strconv"

	"github.com/dop251/goja"
)

// jsonSource is the text that a value was parsed from. Revivers receive that of primitive values.
type jsonSource struct {
	text    string // of a primitive value
	value   goja.Value
	items   []*jsonSource
	members map[string]*jsonSource
}

type jsonReviver struct {
	realm   *Realm
	reviver goja.Callable
	isArray goja.Callable
	keys    goja.Callable
}

func (r *Realm) reviveJSON(value goja.Value, source *jsonSource, reviver goja.Callable) goja.Value {
	v := &jsonReviver{
		realm: r, reviver: reviver,
		isArray: r.method(r.builtin("Array"), "isArray"), keys: r.method(r.builtin("Object"), "keys"),
	}
	root := r.runtime.NewObject()
	if err := root.Set("", value); err != nil {
		panic(err)
	}
	return v.revive(root, "", source)
}

// revive returns the reviver's result for a property, after the properties inside.
func (v *jsonReviver) revive(holder *goja.Object, key string, source *jsonSource) goja.Value {
	value := holder.Get(key)
	if value == nil {
		value = goja.Undefined()
	}
	if source != nil && source.value != nil && !source.value.SameAs(value) {
		source = nil // the reviver changed it
	}
	if object, ok := value.(*goja.Object); ok {
		v.inside(object, source)
	}
	context := v.realm.runtime.NewObject()
	if _, isObject := value.(*goja.Object); !isObject && source != nil {
		_ = context.Set("source", source.text)
	}
	return must(v.reviver(holder, v.realm.runtime.ToValue(key), value, context))
}

func (v *jsonReviver) inside(object *goja.Object, source *jsonSource) {
	if must(v.isArray(goja.Undefined(), object)).ToBoolean() {
		for i := range int(object.Get("length").ToInteger()) {
			var inner *jsonSource
			if source != nil && i < len(source.items) {
				inner = source.items[i]
			}
			v.replace(object, strconv.Itoa(i), inner)
		}
		return
	}
	keys := must(v.keys(goja.Undefined(), object)).(*goja.Object)
	for i := range int(keys.Get("length").ToInteger()) {
		key := keys.Get(strconv.Itoa(i)).String()
		var inner *jsonSource
		if source != nil {
			inner = source.members[key]
		}
		v.replace(object, key, inner)
	}
}

func (v *jsonReviver) replace(object *goja.Object, key string, source *jsonSource) {
	value := v.revive(object, key, source)
	if goja.IsUndefined(value) {
		_ = object.Delete(key)
		return
	}
	_ = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}
