package evaluate

import (
	"strings"

	"github.com/dop251/goja"
)

// watchedBuiltins are the built-ins that the SDK uses while a module declares, by the object that has them.
var watchedBuiltins = []struct{ object, names string }{
	{"Object", "keys values entries assign freeze create defineProperty fromEntries getPrototypeOf prototype"},
	{"Object.prototype", "hasOwnProperty toString valueOf"},
	{"Array", "isArray from prototype"},
	{"Array.prototype", "push map filter forEach some every find includes indexOf join slice concat sort flat flatMap " +
		"reduce entries keys values"},
	{"String.prototype", "split replace replaceAll slice includes startsWith endsWith trim toLowerCase indexOf match"},
	{"Number", "isInteger isFinite isSafeInteger isNaN"},
	{"Function.prototype", "call apply bind"},
	{"RegExp.prototype", "exec test"},
	{"Map.prototype", "get set has forEach"},
	{"Set.prototype", "add has"},
	{"WeakMap.prototype", "get set has"},
	{"JSON", "parse stringify"},
	{"Symbol", "for"},
}

// builtins are the built-ins of a VM before the first module runs.
type builtins struct {
	globals *goja.Object
	roots   []builtin
	objects []builtin
	// bases are the prototypes of all objects and arrays, with the number of their members.
	bases   []*goja.Object
	members []int
}

// builtin is one member of an object. name is "" for Symbol.iterator.
type builtin struct {
	object *goja.Object
	name   string
	value  goja.Value
}

func (b *builtin) get() goja.Value {
	if b.name == "" {
		return b.object.GetSymbol(goja.SymIterator)
	}
	return b.object.Get(b.name)
}

// newBuiltins notes the built-ins of a VM.
func newBuiltins(rt *goja.Runtime) *builtins {
	b := &builtins{globals: rt.GlobalObject()}
	add := func(list *[]builtin, object *goja.Object, name string) {
		one := builtin{object: object, name: name}
		one.value = one.get()
		*list = append(*list, one)
	}
	for _, watched := range watchedBuiltins {
		root, _, isPrototype := strings.Cut(watched.object, ".")
		add(&b.roots, b.globals, root)
		object, ok := b.roots[len(b.roots)-1].value.(*goja.Object)
		if ok && isPrototype {
			object, ok = object.Get("prototype").(*goja.Object)
		}
		if !ok {
			continue
		}
		for _, name := range strings.Fields(watched.names) {
			add(&b.objects, object, name)
		}
		switch watched.object {
		case "Array.prototype", "Map.prototype", "Set.prototype":
			add(&b.objects, object, "")
		}
		switch watched.object {
		case "Array.prototype", "Object.prototype":
			b.bases, b.members = append(b.bases, object), append(b.members, len(object.GetOwnPropertyNames()))
		}
	}
	return b
}

// intact reports whether no module has replaced one of them, or added a member to all objects or arrays. It may run
// getters of the project: call it within Runtime.Try.
func (b *builtins) intact() bool {
	for _, list := range [][]builtin{b.roots, b.objects} {
		for i := range list {
			if list[i].get() != list[i].value {
				return false
			}
		}
	}
	for i, base := range b.bases {
		if len(base.GetOwnPropertyNames()) != b.members[i] {
			return false
		}
	}
	return true
}
