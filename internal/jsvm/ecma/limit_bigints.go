package ecma

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

var bigIntType = reflect.TypeFor[*big.Int]()

// bigInt returns the number of a BigInt.
func bigInt(value goja.Value) (*big.Int, bool) {
	if _, isObject := value.(*goja.Object); isObject || value == nil || value.ExportType() != bigIntType {
		return nil, false
	}
	n, ok := value.Export().(*big.Int)
	return n, ok
}

// limitBigIntWidth replaces a width that does not change the number, since the engine allocates as many bits.
func (r *Realm) limitBigIntWidth(call *goja.FunctionCall) {
	bits := r.number(call, 0)
	if bits <= maxBigIntBits {
		return
	}
	n, ok := bigInt(call.Argument(1))
	if !ok || n.BitLen() >= maxBigIntBits || n.Sign() < 0 {
		panic(r.rangeError(bigIntTooLarge))
	}
	call.Arguments[0] = r.runtime.ToValue(n.BitLen() + 2)
}

func (r *Realm) limitBigIntText(call *goja.FunctionCall) {
	if n, ok := bigInt(call.This); ok && n.BitLen() > maxBigIntBits {
		panic(r.rangeError(invalidStringLength))
	}
}

// limitBigIntDigits bounds the text that the constructor parses.
func (r *Realm) limitBigIntDigits(args []goja.Value) {
	if len(args) == 0 {
		return
	}
	if text, ok := args[0].(goja.String); ok && text.Length() > maxBigIntDigits {
		panic(r.rangeError(bigIntTooLarge))
	}
}
