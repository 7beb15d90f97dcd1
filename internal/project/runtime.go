package project

import (
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
)

// Runtime is the runtime of one copy of the SDK in the local engine. Its modules are compiled on first use, once for
// all VMs.
type Runtime struct {
	scripts func() (*bundle.RuntimeScripts, error)
	mu      sync.Mutex
	// needed are the results of Programs, by its arguments. programs compile the modules, by name.
	needed   map[string]func() ([]*jsvm.Program, error)
	programs map[string]func() (*jsvm.Program, error)
}

func newRuntime(of *bundle.SDK) *Runtime {
	return &Runtime{
		scripts: sync.OnceValues(of.RuntimeScripts), needed: map[string]func() ([]*jsvm.Program, error){},
		programs: map[string]func() (*jsvm.Program, error){},
	}
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
// if it is wanted, and the extensions. The caller must not change the list.
func (r *Runtime) Programs(host bool, extensions []string) ([]*jsvm.Program, error) {
	return once(r, r.needed, fmt.Sprint(host, extensions), func() ([]*jsvm.Program, error) {
		return r.compile(host, extensions)
	})()
}

func (r *Runtime) compile(host bool, extensions []string) ([]*jsvm.Program, error) {
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
		compile := once(r, r.programs, module.Name, func() (*jsvm.Program, error) {
			return jsvm.Compile("svc:"+module.Name, module.Code)
		})
		if programs[i], err = compile(); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// once returns a function whose first call of all with this name calls another one.
func once[T any](r *Runtime, all map[string]func() (T, error), name string, first func() (T, error)) func() (T, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if all[name] == nil {
		all[name] = sync.OnceValues(first)
	}
	return all[name]
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
