package project

import (
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
)

// Runtime is the runtime of one copy of the SDK in the local engine. Its modules are compiled on first use, once for
// all VMs.
type Runtime struct {
	scripts  func() (*bundle.RuntimeScripts, error)
	mu       sync.Mutex
	programs map[string]func() (*jsvm.Program, error)
}

func newRuntime(of *bundle.SDK) *Runtime {
	return &Runtime{scripts: sync.OnceValues(of.RuntimeScripts), programs: map[string]func() (*jsvm.Program, error){}}
}

// EmbeddedRuntime returns the runtime of the embedded SDK.
var EmbeddedRuntime = sync.OnceValues(func() (*Runtime, error) {
	of, err := embeddedSDK()
	if err != nil {
		return nil, err
	}
	return newRuntime(of), nil
})

// Programs returns what a VM runs for a worker that needs these extensions, in order: the core, the local engine's host
// if it is wanted, and the extensions.
func (r *Runtime) Programs(host bool, extensions []string) ([]*jsvm.Program, error) {
	scripts, err := r.scripts()
	if err != nil {
		return nil, err
	}
	modules, err := scripts.Of(host, extensions)
	if err != nil {
		return nil, err
	}
	begin, end := "globalThis."+bundle.RuntimeModules+"={}", "delete globalThis."+bundle.RuntimeModules
	modules = append([]bundle.RuntimeScript{{Name: "begin.js", Code: begin}}, modules...)
	modules = append(modules, bundle.RuntimeScript{Name: "end.js", Code: end})
	programs := make([]*jsvm.Program, len(modules))
	for i, module := range modules {
		if programs[i], err = r.program(module)(); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// program returns what compiles a module. Its first call does.
func (r *Runtime) program(module bundle.RuntimeScript) func() (*jsvm.Program, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	compile, found := r.programs[module.Name]
	if !found {
		compile = sync.OnceValues(func() (*jsvm.Program, error) {
			return jsvm.Compile("svc:"+module.Name, module.Code)
		})
		r.programs[module.Name] = compile
	}
	return compile
}

// ownRuntime returns the runtime of an SDK if it differs from the embedded one, else nil.
func ownRuntime(of *bundle.SDK) (*Runtime, error) {
	if of.Dir == "" {
		return nil, nil
	}
	embedded, err := embeddedSDK()
	if err != nil || of.SameRuntime(embedded) {
		return nil, err
	}
	return newRuntime(of), nil
}
