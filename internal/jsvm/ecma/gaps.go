package ecma

import (
	"strings"

	"github.com/dop251/goja"
)

// gap is a built-in that the engine lacks or cannot interrupt. At its first use the script runs, once per realm. member
// is the path from the script's value to the built-in, "" for the value itself.
type gap struct {
	holder []string
	name   string
	script string
	member string
}

var gaps = []gap{
	{[]string{"Promise"}, "withResolvers", "promise.js", "withResolvers"},
	{[]string{"Promise"}, "try", "promise.js", "try"},
	{[]string{"Object"}, "groupBy", "group.js", "ofObject"},
	{[]string{"Map"}, "groupBy", "group.js", "ofMap"},
	{[]string{"Array"}, "fromAsync", "array.js", ""},
	{[]string{"Array", "prototype"}, "flat", "flat.js", "flat"},
	{[]string{"String"}, "raw", "flat.js", "raw"},
	{nil, "Iterator", "iterator.js", "Iterator"},
	{nil, "WeakRef", "weak.js", "WeakRef"},
	{nil, "FinalizationRegistry", "weak.js", "FinalizationRegistry"},
	{nil, "DisposableStack", "disposable.js", "DisposableStack"},
	{nil, "AsyncDisposableStack", "disposable.js", "AsyncDisposableStack"},
	{nil, "SuppressedError", "disposable.js", "SuppressedError"},
}

// iteratorMethods are the methods that all iterators inherit.
var iteratorMethods = []string{
	"map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find",
}

func (r *Realm) addGaps() error {
	for _, g := range gaps {
		if err := r.addGap(r.builtin(g.holder...), g.name, g.script, g.member); err != nil {
			return err
		}
	}
	iterator, err := r.method(r.builtin("Array", "prototype"), "values")(r.runtime.NewArray())
	if err != nil {
		return err
	}
	iterators := iterator.(*goja.Object).Prototype().Prototype() // %IteratorPrototype%
	for _, name := range iteratorMethods {
		if err := r.addGap(iterators, name, "iterator.js", "methods."+name); err != nil {
			return err
		}
	}
	return r.addNative()
}

func (r *Realm) addGap(holder *goja.Object, name, script, member string) error {
	return r.Lazy(holder, name, func() goja.Value {
		value := must(r.Script(preludeScripts, "prelude/"+script))
		if member == "" {
			return value
		}
		for part := range strings.SplitSeq(member, ".") {
			value = value.(*goja.Object).Get(part)
		}
		return value
	})
}

// addSymbols adds the symbols that bundles use as keys while they load.
func (r *Realm) addSymbols() error {
	holder := r.builtin("Symbol")
	for _, name := range []string{"asyncIterator", "dispose", "asyncDispose"} {
		symbol := goja.NewSymbol("Symbol." + name)
		if err := holder.DefineDataProperty(name, symbol, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}
