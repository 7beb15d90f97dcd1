package ecma

import (
	"fmt"

	"github.com/dop251/goja"
)

// noCodeFromStrings is the edge engine's message.
const noCodeFromStrings = "Code generation from strings disallowed for this context"

// forbidCodeFromStrings makes eval and the function constructors throw, as on the edge.
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
			r.replaceConstructor(proxy.(*goja.Object), constructor)
			err = hidden(r.runtime.GlobalObject(), "Function", proxy)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
