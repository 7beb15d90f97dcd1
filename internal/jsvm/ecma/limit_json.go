package ecma

import "github.com/dop251/goja"

// limitStringify bounds the names of properties, and the depth of the value. The engine looks for cycles among all open
// objects at each level, so that a deep value takes quadratic time in one operation. A list of names is not combined
// with the check of the depth, which is a replacer.
func (r *Realm) limitStringify(call *goja.FunctionCall) {
	listAt(1, invalidArrayLength)(r, call)
	if _, isObject := call.Argument(0).(*goja.Object); !isObject {
		return
	}
	replacer, isFunction := goja.AssertFunction(call.Argument(1))
	if _, isObject := call.Argument(1).(*goja.Object); isObject && !isFunction {
		return
	}
	depth := &jsonDepth{realm: r, replacer: replacer}
	call.Arguments = []goja.Value{call.Argument(0), r.runtime.ToValue(depth.replace), call.Argument(2)}
}

// jsonDepth is a replacer that throws if a value nests too deep. It knows the depth of a value from its holder.
type jsonDepth struct {
	realm    *Realm
	replacer goja.Callable  // of the script, nil for none
	open     []*goja.Object // from the value to the holder
}

func (d *jsonDepth) replace(call goja.FunctionCall) goja.Value {
	value := call.Argument(1)
	if d.replacer != nil {
		value = must(d.replacer(call.This, call.Arguments...))
	}
	for len(d.open) > 0 && goja.Value(d.open[len(d.open)-1]) != call.This {
		d.open = d.open[:len(d.open)-1]
	}
	if object, isObject := value.(*goja.Object); isObject {
		if len(d.open) >= maxJSONDepth {
			panic(d.realm.rangeError(callTooLarge))
		}
		d.open = append(d.open, object)
	}
	return value
}
