// This file takes away what the edge refuses, and gives a name to what is missing here.

package ecma

import (
	"fmt"

	"github.com/dop251/goja"
)

// noCodeFromStrings is the edge engine's message.
const noCodeFromStrings = "Code generation from strings disallowed for this context"

// forbidCodeFromStrings makes eval and the constructors of functions throw.
func (r *Realm) forbidCodeFromStrings() error {
	refuse := func() { panic(r.NewError("EvalError", noCodeFromStrings)) }
	err := r.setMethod(r.runtime.GlobalObject(), "eval", 1, func(call goja.FunctionCall) goja.Value {
		if _, isText := call.Argument(0).(goja.String); isText {
			refuse()
		}
		return call.Argument(0)
	})
	if err != nil {
		return err
	}
	prototypes := must(r.Script(preludeScripts, "prelude/functions.js")).(*goja.Object)
	for i := range int(prototypes.Get("length").ToInteger()) {
		prototype := prototypes.Get(fmt.Sprint(i)).(*goja.Object)
		constructor := prototype.Get("constructor").(*goja.Object)
		proxy := r.runtime.ToValue(r.runtime.NewProxy(constructor, &goja.ProxyTrapConfig{
			Apply:     func(*goja.Object, goja.Value, []goja.Value) goja.Value { refuse(); return nil },
			Construct: func(*goja.Object, []goja.Value, *goja.Object) *goja.Object { refuse(); return nil },
		}))
		if i > 0 {
			err = hidden(prototype, "constructor", proxy)
		} else {
			r.stand(proxy.(*goja.Object), constructor)
			err = hidden(r.runtime.GlobalObject(), "Function", proxy)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// missingSymbol marks errors about builtins that the engine does not have; its value is the name.
const missingSymbol = "svc.missing"

// missingObjects are namespaces that the edge has and the engine has not. Looking at them does no harm,
// so that code can ask `typeof Intl`; taking something out of them throws.
var missingObjects = []string{"Intl", "Atomics", "WebAssembly"}

func (r *Realm) nameMissing() error {
	for _, name := range missingObjects {
		err := r.Lazy(r.runtime.GlobalObject(), name, func() goja.Value { return r.MissingObject(name) })
		if err != nil {
			return err
		}
	}
	return nil
}

// MissingObject is a namespace from which nothing can be taken. On the loop.
func (r *Realm) MissingObject(name string) goja.Value {
	return r.runtime.ToValue(r.runtime.NewProxy(r.runtime.NewObject(), &goja.ProxyTrapConfig{
		Get: func(_ *goja.Object, property string, _ goja.Value) goja.Value {
			panic(r.Missing(name + "." + property))
		},
	}))
}

// Missing is the error for a builtin that is not there. On the loop.
func (r *Realm) Missing(name string) *goja.Object {
	e := r.NewError("ReferenceError", name+" is not available in svc's local engine; it does exist on the edge")
	if mark, err := r.Symbol(missingSymbol); err == nil {
		_ = e.DefineDataPropertySymbol(mark, r.runtime.ToValue(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	return e
}

// MissingName returns the built-in that an error of Missing names, "" for any other value.
func (r *Realm) MissingName(thrown goja.Value) (name string) {
	object, ok := thrown.(*goja.Object)
	if !ok {
		return ""
	}
	_ = r.runtime.Try(func() {
		mark, err := r.Symbol(missingSymbol)
		if err != nil {
			return
		}
		if value := object.GetSymbol(mark); value != nil && !goja.IsUndefined(value) {
			name = value.String()
		}
	})
	return name
}
