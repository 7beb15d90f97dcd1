// This file adds what the engine's language lacks.

package ecma

import (
	"bytes"
	"strings"

	"github.com/dop251/goja"
)

// gap is one thing that the language lacks. At its first use the script runs, once a VM; member leads
// from the script's value to the thing itself: "" is the value.
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
	{nil, "Iterator", "iterator.js", "Iterator"},
	{nil, "WeakRef", "weak.js", "WeakRef"},
	{nil, "FinalizationRegistry", "weak.js", "FinalizationRegistry"},
	{nil, "DisposableStack", "disposable.js", "DisposableStack"},
	{nil, "AsyncDisposableStack", "disposable.js", "AsyncDisposableStack"},
	{nil, "SuppressedError", "disposable.js", "SuppressedError"},
}

// iteratorMethods are those that every iterator inherits.
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

// addSymbols comes first: a bundle uses them as keys while it loads.
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

// addNative adds what is one native function each.
func (r *Realm) addNative() error {
	text := r.builtin("String", "prototype")
	errorClass := r.builtin("Error")
	buffer := r.builtin("ArrayBuffer", "prototype")
	for _, add := range []func() error{
		func() error { return r.setMethod(text, "isWellFormed", 0, r.isWellFormed) },
		func() error { return r.setMethod(text, "toWellFormed", 0, r.toWellFormed) },
		func() error { return r.setMethod(errorClass, "captureStackTrace", 2, r.captureStackTrace) },
		func() error { return r.setMethod(errorClass, "isError", 1, r.isError) },
		func() error { return errorClass.Set("stackTraceLimit", defaultStackTraceLimit) },
		func() error { return r.setMethod(buffer, "transfer", 0, r.transfer) },
		func() error { return r.setMethod(buffer, "transferToFixedLength", 0, r.transfer) },
		func() error {
			detached := r.Function("get detached", 0, r.detached)
			return buffer.DefineAccessorProperty("detached", detached, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
		},
	} {
		if err := add(); err != nil {
			return err
		}
	}
	return nil
}

// defaultStackTraceLimit is V8's. The engine keeps all frames; the property is there for code that sets it.
const defaultStackTraceLimit = 10

// stringThis is the receiver of a string method.
func (r *Realm) stringThis(call goja.FunctionCall, method string) goja.String {
	if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		panic(r.runtime.NewTypeError("String.prototype.%s called on null or undefined", method))
	}
	return r.stringOf(call.This)
}

// stringOf is the language's ToString.
func (r *Realm) stringOf(value goja.Value) goja.String {
	if object, ok := value.(*goja.Object); ok {
		value = object.ToString()
	}
	switch value := value.(type) {
	case goja.String:
		return value
	case *goja.Symbol:
		panic(r.runtime.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return r.runtime.ToValue(value.String()).(goja.String)
}

// loneSurrogate is the index of the first code unit that is half a character, or -1.
func loneSurrogate(s goja.String, from int) int {
	for i := from; i < s.Length(); i++ {
		switch unit := s.CharAt(i); {
		case unit < 0xD800 || unit > 0xDFFF:
		case unit < 0xDC00 && i+1 < s.Length() && s.CharAt(i+1) >= 0xDC00 && s.CharAt(i+1) <= 0xDFFF:
			i++
		default:
			return i
		}
	}
	return -1
}

func (r *Realm) isWellFormed(call goja.FunctionCall) goja.Value {
	return r.runtime.ToValue(loneSurrogate(r.stringThis(call, "isWellFormed"), 0) < 0)
}

func (r *Realm) toWellFormed(call goja.FunctionCall) goja.Value {
	s := r.stringThis(call, "toWellFormed")
	if loneSurrogate(s, 0) < 0 {
		return s
	}
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	for i := loneSurrogate(s, 0); i >= 0; i = loneSurrogate(s, i+1) {
		units[i] = 0xFFFD
	}
	return goja.StringFromUTF16(units)
}

// captureStackTrace gives an object a stack, without the frames down to the function that is passed.
func (r *Realm) captureStackTrace(call goja.FunctionCall) goja.Value {
	target, ok := call.Argument(0).(*goja.Object)
	if !ok {
		panic(r.runtime.NewTypeError("Invalid argument"))
	}
	frames := r.runtime.CaptureCallStack(0, nil)[1:]
	if above, ok := call.Argument(1).(*goja.Object); ok {
		name := above.Get("name").String()
		for i := range frames {
			if frames[i].FuncName() == name {
				frames = frames[i+1:]
				break
			}
		}
	}
	var text bytes.Buffer
	name, message, _ := r.Describe(target)
	text.WriteString(Headline(name, message))
	for i := range frames {
		text.WriteString("\n\tat ")
		frames[i].Write(&text)
	}
	if err := hidden(target, "stack", r.runtime.ToValue(text.String())); err != nil {
		panic(err)
	}
	return goja.Undefined()
}

func (r *Realm) isError(call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	return r.runtime.ToValue(ok && object.ClassName() == classError)
}

func (r *Realm) bufferThis(call goja.FunctionCall) (goja.ArrayBuffer, bool) {
	object, ok := call.This.(*goja.Object)
	if !ok {
		return goja.ArrayBuffer{}, false
	}
	buffer, ok := object.Export().(goja.ArrayBuffer)
	return buffer, ok
}

func (r *Realm) transfer(call goja.FunctionCall) goja.Value {
	buffer, ok := r.bufferThis(call)
	if !ok {
		panic(r.runtime.NewTypeError("Receiver is not an ArrayBuffer"))
	}
	size := len(buffer.Bytes())
	if length := call.Argument(0); !goja.IsUndefined(length) {
		size = int(min(max(length.ToInteger(), 0), maxBufferBytes+1))
	}
	r.checkBufferSize(float64(size))
	if buffer.Detached() {
		panic(r.runtime.NewTypeError("Cannot perform ArrayBuffer.prototype.transfer on a detached ArrayBuffer"))
	}
	bytes := buffer.Bytes()
	if size != len(bytes) {
		bytes = append(make([]byte, 0, size), bytes[:min(size, len(bytes))]...)[:size]
	}
	buffer.Detach()
	return r.runtime.ToValue(r.runtime.NewArrayBuffer(bytes))
}

func (r *Realm) detached(call goja.FunctionCall) goja.Value {
	buffer, ok := r.bufferThis(call)
	if !ok {
		panic(r.runtime.NewTypeError("Receiver is not an ArrayBuffer"))
	}
	return r.runtime.ToValue(buffer.Detached())
}
