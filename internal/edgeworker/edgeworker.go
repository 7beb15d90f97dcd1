// Package edgeworker makes the modules of a user worker for the edge engine from its bundle.
package edgeworker

import (
	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/codegen/edge"
)

// Modules returns the modules of a user worker: its bundle, the host's module and the runtime. mapURL is the
// URL of its source map; "" without one.
func Modules(host, code []byte, runtime *bundle.Runtime, mapURL string) []edge.Module {
	of := edge.Bundle{
		Global: bundle.WorkerGlobal, Text: code, MapURL: mapURL,
		Node: bundle.NodeModulesOf(code), NodeGlobal: bundle.NodeGlobal,
	}
	return edge.WorkerModules(host, of, runtimeOf(runtime, code))
}

// runtimeOf returns the runtime of a worker with this code.
func runtimeOf(runtime *bundle.Runtime, code []byte) edge.WorkerRuntime {
	var r edge.WorkerRuntime
	parts := runtime.PartsOf(code)
	for i := range parts {
		part := edge.RuntimePart{Module: runtime.ModuleOf(parts[i]), Global: parts[i].Global()}
		if i == 0 {
			r.Core = part
		} else {
			r.Extensions = append(r.Extensions, part)
		}
	}
	for _, module := range runtime.ModulesOf(parts) {
		r.Modules = append(r.Modules, edge.Module{Name: module.Name, Text: module.Text, Shared: true})
	}
	return r
}
