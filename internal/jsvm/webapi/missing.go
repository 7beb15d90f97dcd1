package webapi

import (
	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// missingClasses cannot be constructed, and reading a property of missingObjects throws. The names exist, so that code
// may test `typeof WebSocket` as on the edge.
var (
	missingClasses = []string{
		"WebSocket", "WebSocketPair", "EventSource", "HTMLRewriter", "CompressionStream", "DecompressionStream",
		"MessageChannel", "MessagePort", "Cache", "CacheStorage", "URLPattern",
	}
	missingObjects = []string{"caches"}
)

// missing are the globals that throw.
func missing() jsvm.Global {
	install := func(vm *jsvm.VM) ([]goja.Value, error) {
		var values []goja.Value
		for _, name := range missingClasses {
			values = append(values, missingClass(vm, name))
		}
		for _, name := range missingObjects {
			values = append(values, vm.MissingObject(name))
		}
		return values, nil
	}
	return jsvm.Global{Names: append(append([]string{}, missingClasses...), missingObjects...), Install: install}
}

func missingClass(vm *jsvm.VM, name string) goja.Value {
	rt := vm.Runtime()
	class := rt.ToValue(func(goja.ConstructorCall) *goja.Object { panic(vm.Missing(name)) }).(*goja.Object)
	if err := class.DefineDataProperty(
		"name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE,
	); err != nil {
		panic(err)
	}
	return class
}
