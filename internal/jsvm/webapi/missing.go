// This file names what the edge has and this host has not. The names exist, so that code may ask for
// `typeof WebSocket` as it does on the edge; using them throws an error that says which one it was.

package webapi

import (
	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// missingClasses cannot be constructed, missingObjects cannot be looked into.
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
