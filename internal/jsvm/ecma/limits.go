package ecma

import "github.com/dop251/goja"

const (
	// maxStringLength is V8's limit, in UTF-16 units.
	maxStringLength = 1<<29 - 24
	// maxBufferBytes limits an ArrayBuffer. An isolate of the edge has 128 MB in all.
	maxBufferBytes = 256 << 20
	// maxDenseLength limits the arrays that one native operation fills or joins: 128 MB of slots.
	maxDenseLength = 1 << 24
)

func (r *Realm) rangeError(message string) *goja.Object { return r.NewError("RangeError", message) }
