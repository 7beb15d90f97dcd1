package ecma

import "github.com/dop251/goja"

// proxyConstructor replaces a constructor with a proxy that checks arguments. Statics, subclasses and `typeof` keep
// working. prepare changes the arguments or throws. The function that it returns, if any, receives the new object.
// With calls, the proxy also handles calls without `new`.
func (r *Realm) proxyConstructor(
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
	r.replaceConstructor(proxy, original)
	return proxy
}

// replaceConstructor makes proxy the `constructor` of its target's prototype. It also adds the `instanceof` that the
// engine's proxies of functions lack.
func (r *Realm) replaceConstructor(proxy, original *goja.Object) {
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

// ordinaryHasInstance returns Function.prototype[Symbol.hasInstance].
func (r *Realm) ordinaryHasInstance() goja.Value {
	if r.hasInstance == nil {
		r.hasInstance = r.builtin("Object").Prototype().GetSymbol(goja.SymHasInstance)
	}
	return r.hasInstance
}
