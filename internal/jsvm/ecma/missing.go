package ecma

import (
	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/differences"
)

// missingSymbol marks errors about missing built-ins. Its value is the name.
const missingSymbol = "svc.missing"

// missingObjects are namespaces of the edge that the engine lacks. `typeof Atomics` works, reading a property throws.
var missingObjects = []string{"Atomics", "WebAssembly"}

func (r *Realm) nameMissing() error {
	for _, name := range missingObjects {
		err := r.Lazy(r.runtime.GlobalObject(), name, func() goja.Value { return r.MissingObject(name) })
		if err != nil {
			return err
		}
	}
	return nil
}

// MissingObject creates a namespace whose properties throw when read.
func (r *Realm) MissingObject(name string) goja.Value {
	return r.runtime.ToValue(r.runtime.NewProxy(r.runtime.NewObject(), &goja.ProxyTrapConfig{
		Get: func(_ *goja.Object, property string, _ goja.Value) goja.Value {
			panic(r.Missing(name + "." + property))
		},
	}))
}

// Missing creates the error for a missing built-in. It says what to use instead.
func (r *Realm) Missing(name string) *goja.Object {
	message := name + " is not available in svc's local engine; it does exist on the edge"
	if instead := differences.Instead(name); instead != "" {
		message += ": " + instead
	}
	e := r.NewError("ReferenceError", message)
	if mark, err := r.Symbol(missingSymbol); err == nil {
		_ = e.DefineDataPropertySymbol(mark, r.runtime.ToValue(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	return e
}

// MissingName returns the built-in that an error of Missing names, "" for any other value.
func (r *Realm) MissingName(thrown goja.Value) (name string) {
	object, ok := BehindProxies(thrown).(*goja.Object)
	if !ok {
		return ""
	}
	_ = r.Try(func() {
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
