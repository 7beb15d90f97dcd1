package ecma

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/dop251/goja"
)

// compiledScripts holds the programs of all realms by file name.
var compiledScripts sync.Map

// Script runs a script, once per realm, and returns its value. The process compiles each script once. A script is one
// expression, usually a function whose argument the host provides.
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
		return nil, fmt.Errorf("cannot run %s: %w", name, err)
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
		return nil, fmt.Errorf("cannot compile %s: %w", name, err)
	}
	compiledScripts.Store(name, program)
	return program, nil
}
