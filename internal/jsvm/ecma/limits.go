package ecma

import (
	"strings"

	"github.com/dop251/goja"
)

// The engine can be interrupted between operations, and its memory is measured every few milliseconds. One built-in
// that allocates or loops natively acts before either. So each such built-in is wrapped in a check of its result's
// size. What exceeds a limit throws the RangeError of V8.
const (
	// maxStringLength limits a string, in UTF-16 units. V8's limit is four times as high, but an isolate of the edge has
	// 128 MB in all.
	maxStringLength = 1 << 27
	// maxBufferBytes limits an ArrayBuffer. An isolate of the edge has 128 MB in all.
	maxBufferBytes = 128 << 20
	// maxDenseLength limits the arrays that one built-in reads or creates: 128 MB of slots on the edge.
	maxDenseLength = 1 << 24
	// maxArguments limits a list that becomes the arguments of a call. V8's stack has room for about as many.
	maxArguments = 1 << 17
	// maxBigIntBits limits what one operation adds to a BigInt. V8's limit of 2^30 bits takes 128 MB.
	maxBigIntBits = 1 << 24
	// maxBigIntDigits limits conversions between strings and BigInts, which take quadratic time: about 100 ms.
	maxBigIntDigits = 1 << 18
	// maxPatternDepth limits the groups in groups of a regular expression, since the engine uses Go stack for each.
	maxPatternDepth = 500
	// maxProxyDepth limits proxies of proxies, since the engine uses Go stack for each.
	maxProxyDepth = 1000
)

// Messages of V8's range errors.
const (
	invalidArrayLength  = "Invalid array length"
	invalidStringLength = "Invalid string length"
	bigIntTooLarge      = "Maximum BigInt size exceeded"
	bufferTooLarge      = "Array buffer allocation failed"
	callTooLarge        = "Maximum call stack size exceeded"
)

// guard is a check before built-ins of one object. It throws, or replaces what could change between the check and its
// use.
type guard struct {
	holder []string // path from the global object
	names  string   // separated by spaces
	check  func(r *Realm, call *goja.FunctionCall)
}

// guards lists the methods with a limit. Constructors are in limit_constructors.go, operators in limit_operators.go.
func guards() []guard {
	array, text := []string{"Array", "prototype"}, []string{"String", "prototype"}
	return []guard{
		{array, "copyWithin every fill filter flatMap forEach includes indexOf lastIndexOf map reduce reduceRight reverse " +
			"shift slice some sort splice toLocaleString toReversed toSorted toSpliced unshift with", (*Realm).limitReceiver},
		{array, "concat", (*Realm).limitArrayConcat},
		{[]string{"Array"}, "from", (*Realm).limitFrom},
		{text, "repeat", (*Realm).limitRepeat},
		{text, "padStart padEnd", (*Realm).limitPad},
		{text, "concat", (*Realm).limitConcat},
		{text, "replace replaceAll", (*Realm).limitReplace},
		{text, "split", (*Realm).limitSplit},
		{text, "normalize", expansion(18)}, // U+FDFA
		{text, "toUpperCase toLocaleUpperCase", expansion(3)},
		{nil, "encodeURI encodeURIComponent", expansion(9)},
		{nil, "escape", expansion(6)},
		{[]string{"Function", "prototype"}, "apply", listAt(1, callTooLarge)},
		{[]string{"Function", "prototype"}, "toString", (*Realm).replaceRevoked},
		{[]string{"Reflect"}, "apply", listAt(2, callTooLarge)},
		{[]string{"Reflect"}, "construct", listAt(1, callTooLarge)},
		{[]string{"JSON"}, "stringify", (*Realm).limitStringify},
		{[]string{"Proxy"}, "revocable", (*Realm).limitProxy},
		{[]string{"BigInt"}, "asIntN asUintN", (*Realm).limitBigIntWidth},
		{[]string{"BigInt", "prototype"}, "toString toLocaleString", (*Realm).limitBigIntText},
	}
}

// installGuards wraps the built-ins of guards.
func (r *Realm) installGuards() error {
	for _, g := range guards() {
		holder := r.builtin(g.holder...)
		for name := range strings.SplitSeq(g.names, " ") {
			original, ok := holder.Get(name).(*goja.Object)
			if !ok {
				continue
			}
			native, ok := original.Export().(func(goja.FunctionCall) goja.Value)
			if !ok {
				continue
			}
			length, native := int(original.Get("length").ToInteger()), r.contained(native, engineFailed)
			err := r.setMethod(holder, name, length, func(call goja.FunctionCall) goja.Value {
				g.check(r, &call)
				return native(call)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Realm) rangeError(message string) *goja.Object { return r.NewError("RangeError", message) }
