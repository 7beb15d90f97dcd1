package ecma

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// maxNativeDepth limits calls of built-ins within each other. Each may take a few KB of Go stack, and the Go runtime
// ends the process when a stack is full. V8's stack has room for a few thousand.
const maxNativeDepth = 2000

// reentrant are the built-ins that call what a script has set: methods and getters of `this`, callbacks, or the
// constructor of a species. The engine limits calls of script functions, but not those of built-ins by built-ins. An
// endless recursion of built-ins alone goes through one of these or through a bound function: others only convert
// arguments, which these and bound functions pass on.
var reentrant = []struct {
	holder []string
	names  string // separated by spaces; @@name for a symbol, get:name for a getter
}{
	{[]string{"Array"}, "from of"},
	{[]string{"Array", "prototype"}, "at concat copyWithin every fill filter find findIndex findLast findLastIndex " +
		"flatMap forEach includes indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort " +
		"splice toLocaleString toReversed toSorted toSpliced toString unshift with"},
	{[]string{"ArrayBuffer", "prototype"}, "slice"},
	{[]string{"Date", "prototype"}, "toJSON @@toPrimitive"},
	{[]string{"Error", "prototype"}, "toString"},
	{[]string{"Function", "prototype"}, "apply call @@hasInstance"},
	{[]string{"JSON"}, "parse stringify"},
	{[]string{"Map", "prototype"}, "forEach"},
	{[]string{"Object", "prototype"}, "toLocaleString toString"},
	{[]string{"Promise"}, "all allSettled any race reject resolve"},
	{[]string{"Promise", "prototype"}, "catch finally then"},
	{[]string{"Reflect"}, "apply construct"},
	{[]string{"RegExp", "prototype"}, "exec test toString get:flags @@match @@matchAll @@replace @@search @@split"},
	{[]string{"Set", "prototype"}, "forEach"},
	{[]string{"String", "prototype"}, "at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed " +
		"lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split " +
		"startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim " +
		"trimEnd trimStart @@iterator"},
	{[]string{"Uint8Array", "__proto__"}, "from of"},
	{[]string{"Uint8Array", "prototype", "__proto__"}, "every filter find findIndex findLast findLastIndex forEach join " +
		"map reduce reduceRight set slice some sort subarray toLocaleString toSorted"},
}

var symbols = map[string]*goja.Symbol{
	"@@hasInstance": goja.SymHasInstance, "@@iterator": goja.SymIterator, "@@match": goja.SymMatch,
	"@@matchAll": goja.SymMatchAll, "@@replace": goja.SymReplace, "@@search": goja.SymSearch,
	"@@split": goja.SymSplit, "@@toPrimitive": goja.SymToPrimitive,
}

// limitRecursion makes each reentrant built-in count its calls in progress.
func (r *Realm) limitRecursion() error {
	for _, group := range reentrant {
		holder := r.builtin(group.holder...)
		for name := range strings.SplitSeq(group.names, " ") {
			if err := r.count(r.own(holder, name)); err != nil {
				return fmt.Errorf("%s of %s: %w", name, strings.Join(group.holder, "."), err)
			}
		}
	}
	iterator := must(r.method(r.builtin("Array", "prototype"), "values")(r.runtime.NewArray())).(*goja.Object)
	if err := r.count(iterator.Get("next")); err != nil {
		return err
	}
	err := wrapNative(r.builtin("Function", "prototype").Get("bind"), func(bind native) native {
		return func(call goja.FunctionCall) goja.Value {
			bound := bind(call)
			return must(bound, r.count(bound))
		}
	})
	return errors.Join(err, r.limitPrototypes())
}

// limitPrototypes keeps prototypes from closing a cycle of proxies.
func (r *Realm) limitPrototypes() error {
	of := func(call goja.FunctionCall) (object, prototype goja.Value) { return call.Argument(0), call.Argument(1) }
	ofThis := func(call goja.FunctionCall) (object, prototype goja.Value) { return call.This, call.Argument(0) }
	for _, setter := range []struct {
		holder    []string
		name      string
		arguments func(goja.FunctionCall) (object, prototype goja.Value)
	}{
		{[]string{"Object"}, "setPrototypeOf", of},
		{[]string{"Reflect"}, "setPrototypeOf", of},
		{[]string{"Object", "prototype"}, "set:__proto__", ofThis},
	} {
		err := wrapNative(r.own(r.builtin(setter.holder...), setter.name), func(set native) native {
			return func(call goja.FunctionCall) goja.Value {
				r.limitPrototype(setter.arguments(call))
				return set(call)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// own returns a built-in by its name in reentrant.
func (r *Realm) own(holder *goja.Object, name string) goja.Value {
	if symbol := symbols[name]; symbol != nil {
		return holder.GetSymbol(symbol)
	}
	if part, name, ok := strings.Cut(name, ":"); ok {
		property, _ := r.describeProperty(goja.Undefined(), holder, r.runtime.ToValue(name))
		return property.(*goja.Object).Get(part)
	}
	return holder.Get(name)
}

// count makes a built-in throw when too many built-ins call each other.
func (r *Realm) count(function goja.Value) error {
	return wrapNative(function, func(method native) native {
		return func(call goja.FunctionCall) goja.Value {
			if r.depth >= maxNativeDepth {
				panic(must(r.newRangeError(r.runtime.ToValue(callTooLarge))))
			}
			r.depth++
			defer func() { r.depth-- }()
			return method(call)
		}
	})
}
