// This file puts proxies before constructors of the language, so that they can look at arguments first.
// A proxy keeps the rest as it is: statics, subclasses, `typeof`.

package ecma

import "github.com/dop251/goja"

// replaceConstructor makes a proxy before original, for `new` and for a plain call, which is nil when
// such a call is left to the original. prepare changes the arguments or throws; the object that comes
// out may be changed by the function that it gives.
func (r *Realm) replaceConstructor(
	original *goja.Object, prepare func([]goja.Value) ([]goja.Value, func(*goja.Object)), calls bool,
) *goja.Object {
	construct, _ := goja.AssertConstructor(original)
	call, _ := goja.AssertFunction(original)
	var proxy *goja.Object
	traps := &goja.ProxyTrapConfig{
		Construct: func(_ *goja.Object, args []goja.Value, newTarget *goja.Object) *goja.Object {
			if newTarget == proxy {
				newTarget = original
			}
			args, finish := prepare(args)
			object, err := construct(newTarget, args...)
			if err != nil {
				panic(err)
			}
			if finish != nil {
				finish(object)
			}
			return object
		},
	}
	if calls {
		traps.Apply = func(_ *goja.Object, _ goja.Value, args []goja.Value) goja.Value {
			args, finish := prepare(args)
			value := must(call(goja.Undefined(), args...))
			if object, ok := value.(*goja.Object); ok && finish != nil {
				finish(object)
			}
			return value
		}
	}
	proxy = r.runtime.ToValue(r.runtime.NewProxy(original, traps)).(*goja.Object)
	r.stand(proxy, original)
	return proxy
}

// stand makes a proxy the constructor of what its original makes, and gives it the `instanceof` that
// proxies of functions lack in the engine.
func (r *Realm) stand(proxy, original *goja.Object) {
	if err := hidden(original.Get("prototype").(*goja.Object), "constructor", proxy); err != nil {
		panic(err)
	}
	ordinary, _ := goja.AssertFunction(r.ordinaryHasInstance())
	hasInstance := r.Function("[Symbol.hasInstance]", 1, func(call goja.FunctionCall) goja.Value {
		class := call.This
		if class == goja.Value(proxy) {
			class = original
		}
		return must(ordinary(class, call.Arguments...))
	})
	err := original.DefineDataPropertySymbol(
		goja.SymHasInstance, hasInstance, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
	)
	if err != nil {
		panic(err)
	}
}

// ordinaryHasInstance is Function.prototype[Symbol.hasInstance].
func (r *Realm) ordinaryHasInstance() goja.Value {
	if r.hasInstance == nil {
		r.hasInstance = r.builtin("Object").Prototype().GetSymbol(goja.SymHasInstance)
	}
	return r.hasInstance
}
