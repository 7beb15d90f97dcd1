// This file runs the small scripts that parts of the language and the web APIs are written in: compiled
// once a process and run once a VM, both at the first use.

package ecma

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/dop251/goja"
)

// compiledScripts holds programs by file name, for all VMs of the process.
var compiledScripts sync.Map

// Script runs a script, once a VM, and gives its value: scripts are one expression, mostly a function
// that takes what the host provides. On the loop.
func (r *Realm) Script(files fs.FS, name string) (goja.Value, error) {
	if value, ok := r.scripts[name]; ok {
		return value, nil
	}
	program, err := compileScript(files, name)
	if err != nil {
		return nil, err
	}
	value, err := r.runtime.RunProgram(program)
	if err != nil {
		return nil, fmt.Errorf("%s failed: %w", name, err)
	}
	if r.scripts == nil {
		r.scripts = map[string]goja.Value{}
	}
	r.scripts[name] = value
	return value, nil
}

func compileScript(files fs.FS, name string) (*goja.Program, error) {
	if program, ok := compiledScripts.Load(name); ok {
		return program.(*goja.Program), nil
	}
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	program, err := goja.Compile("svc:"+name, string(source), true)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be compiled: %w", name, err)
	}
	compiledScripts.Store(name, program)
	return program, nil
}
