package webapi

import (
	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/reason"
)

// set sets a property of an object that this package created.
func (w *world) set(object *goja.Object, name string, value any) {
	if err := object.Set(name, value); err != nil {
		panic(err)
	}
}

func (w *world) method(object *goja.Object, name string, f native) { w.set(object, name, f) }

// fetchFailed returns the TypeError that fetch rejects with. Its cause is the error of the network, with Node's code if
// no connection was made.
func (w *world) fetchFailed(err error) error {
	return &jsvm.Thrown{Value: func() goja.Value {
		failed := w.vm.NewError("TypeError", "fetch failed: "+reason.Of(err))
		cause := w.vm.NewError("Error", reason.Of(err))
		if code := networkCode(err); code != "" {
			w.set(cause, "code", code)
		}
		if err := failed.DefineDataProperty("cause", cause, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			panic(err)
		}
		return failed
	}}
}
