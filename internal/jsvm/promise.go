package jsvm

import (
	"errors"

	"github.com/dop251/goja"
)

// promiseFunctions are the engine's own, kept before scripts can replace them.
type promiseFunctions struct {
	constructor   *goja.Object
	resolve, then goja.Callable
}

func newPromiseFunctions(rt *goja.Runtime) (promiseFunctions, error) {
	constructor, ok := rt.Get("Promise").(*goja.Object)
	if !ok {
		return promiseFunctions{}, errors.New("the engine has no Promise")
	}
	p := promiseFunctions{constructor: constructor}
	p.resolve, _ = goja.AssertFunction(constructor.Get("resolve"))
	prototype := constructor.Get("prototype").(*goja.Object)
	p.then, _ = goja.AssertFunction(prototype.Get("then"))
	return p, nil
}

// whenSettled calls fulfilled or rejected in a microtask when value settles. It calls fulfilled at once for a
// primitive value. On the loop. The error comes from the engine.
func (p *promiseFunctions) whenSettled(
	rt *goja.Runtime, value goja.Value, fulfilled, rejected func(goja.Value),
) error {
	if _, isObject := value.(*goja.Object); !isObject {
		fulfilled(value)
		return nil
	}
	promise, err := p.resolve(p.constructor, value)
	if err != nil {
		return err
	}
	react := func(f func(goja.Value)) goja.Value {
		return rt.ToValue(func(call goja.FunctionCall) goja.Value {
			f(call.Argument(0))
			return goja.Undefined()
		})
	}
	_, err = p.then(promise, react(fulfilled), react(rejected))
	return err
}
