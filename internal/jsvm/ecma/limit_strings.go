package ecma

import (
	"strings"

	"github.com/dop251/goja"
)

// limitLength throws if a string of that length is too long.
func (r *Realm) limitLength(length float64) {
	if length > maxStringLength {
		panic(r.rangeError(invalidStringLength))
	}
}

// receiver converts `this` once, so that the check and the method see the same string.
func (r *Realm) receiver(call *goja.FunctionCall, method string) goja.String {
	s := r.stringThis(*call, method)
	call.This = s
	return s
}

// number converts an argument once.
func (r *Realm) number(call *goja.FunctionCall, index int) float64 {
	if index >= len(call.Arguments) {
		return 0
	}
	value := call.Arguments[index].ToFloat()
	call.Arguments[index] = r.runtime.ToValue(value)
	return value
}

// text converts an argument once. It returns nil for undefined.
func (r *Realm) text(call *goja.FunctionCall, index int) goja.String {
	if index >= len(call.Arguments) || goja.IsUndefined(call.Arguments[index]) {
		return nil
	}
	s := r.stringOf(call.Arguments[index])
	call.Arguments[index] = s
	return s
}

func (r *Realm) limitRepeat(call *goja.FunctionCall) {
	s := r.receiver(call, "repeat")
	r.limitLength(float64(s.Length()) * r.number(call, 0))
}

func (r *Realm) limitPad(call *goja.FunctionCall) {
	r.receiver(call, "padStart")
	length := r.number(call, 0)
	if fill := r.text(call, 1); fill == nil || fill.Length() > 0 {
		r.limitLength(length)
	}
}

func (r *Realm) limitConcat(call *goja.FunctionCall) {
	total := r.receiver(call, "concat").Length()
	for i, arg := range call.Arguments {
		part := r.stringOf(arg)
		call.Arguments[i] = part
		total += part.Length()
	}
	r.limitLength(float64(total))
}

// expansion bounds a string, the receiver or the first argument, that a function makes longer by up to a factor.
func expansion(factor float64) func(*Realm, *goja.FunctionCall) {
	return func(r *Realm, call *goja.FunctionCall) {
		for _, value := range []goja.Value{call.This, call.Argument(0)} {
			if s, ok := value.(goja.String); ok {
				r.limitLength(factor * float64(s.Length()))
			}
		}
	}
}

// limitSplit bounds the number of parts.
func (r *Realm) limitSplit(call *goja.FunctionCall) {
	s, ok := call.This.(goja.String)
	if !ok || s.Length() <= maxDenseLength {
		return
	}
	if separator, ok := call.Argument(0).(goja.String); ok &&
		strings.Count(s.String(), separator.String()) > maxDenseLength {
		panic(r.rangeError(invalidArrayLength))
	}
}

// limitReplace bounds the result of replacing a string. A result that may be too long is built by a replacer that
// counts, so that other results have no cost.
func (r *Realm) limitReplace(call *goja.FunctionCall) {
	if len(call.Arguments) < 2 {
		return
	}
	if pattern, ok := call.Arguments[0].(*goja.Object); ok && pattern.ClassName() != "RegExp" {
		return
	}
	s := r.receiver(call, "replace")
	if _, isFunction := goja.AssertFunction(call.Arguments[1]); !isFunction {
		replacement := r.text(call, 1)
		if replacement == nil {
			return
		}
		length := float64(s.Length())
		references := float64(strings.Count(replacement.String(), "$"))
		if (length+1)*(float64(replacement.Length())+references*length) <= maxStringLength {
			return
		}
	}
	counting := must(r.Script(preludeScripts, "prelude/replace.js"))
	make, _ := goja.AssertFunction(counting)
	call.Arguments[1] = must(make(goja.Undefined(), call.Arguments[1], r.runtime.ToValue(maxStringLength)))
}
