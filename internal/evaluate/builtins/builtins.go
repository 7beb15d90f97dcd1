// Package builtins notes the built-ins of a VM before the modules of a project run in it. It finds out whether they
// changed one, and restores them.
package builtins

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// watchedBuiltins are the built-ins that the SDK uses while a module declares and while its manifest is made, by the
// object that has them. @@ is a well-known symbol.
var watchedBuiltins = []struct{ object, names string }{
	{"Object", "keys values entries assign freeze create defineProperty fromEntries getPrototypeOf hasOwn " +
		"getOwnPropertySymbols prototype"},
	{"Object.prototype", "hasOwnProperty toString valueOf"},
	{"Array", "isArray from prototype"},
	{"Array.prototype", "push map filter forEach some every find findIndex includes indexOf join slice concat sort flat " +
		"flatMap reduce entries keys values at fill @@iterator"},
	{"String", "fromCharCode prototype"},
	{"String.prototype", "split replace replaceAll slice includes startsWith endsWith trim toLowerCase toUpperCase " +
		"indexOf match matchAll search repeat padStart charCodeAt substring at @@iterator"},
	{"Number", "isInteger isFinite isSafeInteger isNaN parseInt"},
	{"Math", "max min floor ceil imul"},
	{"Function.prototype", "call apply bind @@hasInstance"},
	{"RegExp.prototype", "exec test @@match @@matchAll @@replace @@search @@split"},
	{"Map.prototype", "get set has forEach entries keys values delete @@iterator"},
	{"Set.prototype", "add has forEach values delete @@iterator"},
	{"WeakMap.prototype", "get set has"},
	{"JSON", "parse stringify"},
	{"Reflect", "ownKeys get has apply"},
	{"Symbol", "for"},
}

var wellKnownSymbols = map[string]*goja.Symbol{
	"@@iterator": goja.SymIterator, "@@hasInstance": goja.SymHasInstance, "@@match": goja.SymMatch,
	"@@matchAll": goja.SymMatchAll, "@@replace": goja.SymReplace, "@@search": goja.SymSearch, "@@split": goja.SymSplit,
}

// iteratorPrototypes returns the prototypes of iterators, which no global leads to.
var iteratorPrototypes = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("iterators", `[[], '', new Map(), new Set()].map(
  (one) => Object.getPrototypeOf(one[Symbol.iterator]()))`, true)
})

// Builtins are the built-ins of a VM before the first module runs.
type Builtins struct {
	roots   []builtin
	objects []builtin
	bases   []base
}

// builtin is one member of an object. symbol is nil for a member with a name.
type builtin struct {
	object *goja.Object
	name   string
	symbol *goja.Symbol
	value  goja.Value
}

// base is the prototype of all objects, or of all arrays.
type base struct {
	object, prototype *goja.Object
	names             []string
	symbols           []*goja.Symbol
}

func (b *builtin) get() goja.Value {
	if b.symbol != nil {
		return b.object.GetSymbol(b.symbol)
	}
	return b.object.Get(b.name)
}

func (b *builtin) restore() error {
	if b.symbol != nil {
		return b.object.DefineDataPropertySymbol(b.symbol, b.value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return b.object.DefineDataProperty(b.name, b.value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Of notes the built-ins of a VM.
func Of(rt *goja.Runtime) (*Builtins, error) {
	b := &Builtins{}
	for _, watched := range watchedBuiltins {
		root, _, isPrototype := strings.Cut(watched.object, ".")
		object := add(&b.roots, rt.GlobalObject(), root)
		if object != nil && isPrototype {
			object, _ = object.Get("prototype").(*goja.Object)
		}
		if object == nil {
			continue
		}
		for _, name := range strings.Fields(watched.names) {
			add(&b.objects, object, name)
		}
		switch watched.object {
		case "Array.prototype", "Object.prototype":
			b.bases = append(b.bases, base{object, object.Prototype(), object.GetOwnPropertyNames(), object.Symbols()})
		}
	}
	return b, b.addIterators(rt)
}

// add notes a member of an object. It returns its value if that is an object, too.
func add(list *[]builtin, object *goja.Object, name string) *goja.Object {
	one := builtin{object: object, name: name, symbol: wellKnownSymbols[name]}
	one.value = one.get()
	*list = append(*list, one)
	value, _ := one.value.(*goja.Object)
	return value
}

func (b *Builtins) addIterators(rt *goja.Runtime) error {
	program, err := iteratorPrototypes()
	if err != nil {
		return err
	}
	value, err := rt.RunProgram(program)
	if err != nil {
		return err
	}
	list := value.ToObject(rt)
	for i := range list.Get("length").ToInteger() {
		add(&b.objects, list.Get(strconv.FormatInt(i, 10)).ToObject(rt), "next")
	}
	return nil
}

// Intact reports whether no module has replaced one of them, or added a member to all objects or arrays. It may run
// getters of the project: call it within Runtime.Try.
func (b *Builtins) Intact() bool {
	for _, list := range [][]builtin{b.roots, b.objects} {
		for i := range list {
			if list[i].get() != list[i].value {
				return false
			}
		}
	}
	for i := range b.bases {
		if !b.bases[i].intact() {
			return false
		}
	}
	return true
}

// Restore undoes what modules did to the built-ins, so that code of the SDK runs as before. It runs no code of the
// project. An error means that a module made one of them unchangeable.
func (b *Builtins) Restore() error {
	for i := range b.bases {
		if err := b.bases[i].restore(); err != nil {
			return err
		}
	}
	for _, list := range [][]builtin{b.roots, b.objects} {
		for i := range list {
			if err := list[i].restore(); err != nil && list[i].get() != list[i].value {
				return err
			}
		}
	}
	return nil
}

func (b *base) intact() bool {
	return b.object.Prototype() == b.prototype && len(b.object.GetOwnPropertyNames()) == len(b.names) &&
		len(b.object.Symbols()) == len(b.symbols)
}

// restore removes what was added.
func (b *base) restore() error {
	if b.object.Prototype() != b.prototype {
		if err := b.object.SetPrototype(b.prototype); err != nil {
			return err
		}
	}
	for _, name := range b.object.GetOwnPropertyNames() {
		if slices.Contains(b.names, name) {
			continue
		}
		if err := b.object.Delete(name); err != nil {
			return err
		}
	}
	for _, symbol := range b.object.Symbols() {
		if slices.Contains(b.symbols, symbol) {
			continue
		}
		if err := b.object.DeleteSymbol(symbol); err != nil {
			return err
		}
	}
	return nil
}
