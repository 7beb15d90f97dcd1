package ecma

import (
	"slices"

	"github.com/dop251/goja"
)

// limitProxies bounds the nesting of proxies.
func (r *Realm) limitProxies() error {
	original := r.builtin("Proxy")
	construct, _ := goja.AssertConstructor(original)
	return r.Lazy(r.runtime.GlobalObject(), "Proxy", func() goja.Value {
		return r.runtime.ToValue(r.runtime.NewProxy(original, &goja.ProxyTrapConfig{
			Construct: func(_ *goja.Object, args []goja.Value, _ *goja.Object) *goja.Object {
				r.limitProxy(&goja.FunctionCall{Arguments: args})
				object, err := construct(original, args...)
				if err != nil {
					panic(err)
				}
				return object
			},
		}))
	})
}

// limitProxy throws if too many proxies can be reached from the target and the handler of a new one, each of which
// the engine would follow with its own stack.
func (r *Realm) limitProxy(call *goja.FunctionCall) { r.limitNesting(nil, call.Arguments) }

// limitPrototype does the same for a new prototype, which may close a cycle of proxies: their targets and handlers are
// older than they are.
func (r *Realm) limitPrototype(object, prototype goja.Value) {
	if object, ok := object.(*goja.Object); ok {
		r.limitNesting(object, []goja.Value{prototype})
	}
}

// limitNesting throws if too many objects can be reached through prototypes, targets and handlers, or the closing one.
func (r *Realm) limitNesting(closing *goja.Object, next []goja.Value) {
	reached, next := 0, slices.Clone(next)
	for len(next) > 0 {
		object, ok := next[len(next)-1].(*goja.Object)
		next = next[:len(next)-1]
		for ok && object != nil {
			if reached++; reached > maxProxyDepth || object == closing {
				panic(r.rangeError(callTooLarge))
			}
			proxy, isProxy := goja.Proxy{}, object.ExportType() == proxyType
			if !isProxy {
				object = object.Prototype()
				continue
			}
			if proxy, ok = object.Export().(goja.Proxy); !ok || proxy.Target() == nil {
				break // revoked
			}
			if handler := proxy.Handler(); handler != nil {
				next = append(next, handler)
			}
			object = proxy.Target()
		}
	}
}

// replaceRevoked replaces a revoked proxy, on which Function.prototype.toString of the engine panics, by an object for
// which it has the same result.
func (r *Realm) replaceRevoked(call *goja.FunctionCall) {
	object, ok := call.This.(*goja.Object)
	if !ok || object.ExportType() != proxyType {
		return
	}
	if proxy, ok := object.Export().(goja.Proxy); ok && proxy.Target() != nil {
		return
	}
	if _, isFunction := goja.AssertFunction(object); isFunction {
		call.This = r.Function("", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
		return
	}
	call.This = r.runtime.NewObject()
}
