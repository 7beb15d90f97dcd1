package evaluate

import (
	"errors"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// runner evaluates one shard. It belongs to one goroutine.
type runner struct {
	*prepared
	options  *Options
	realm    *ecma.Realm
	runtime  *goja.Runtime // the realm's
	recorder *recorder
	// thrown are the errors of failed modules. A second importer receives the same error object.
	thrown      []*goja.Object
	unavailable *goja.Symbol
	// entering reports the file that runs now. commit passes on a finished module, and returns false if the result is
	// closed.
	entering func(module string)
	commit   func(Module, []*recording) bool
	// defaults are the default exports of the modules that ran, null if not a declaration.
	defaults []goja.Value
	builtins *builtins
}

func newRunner(p *prepared, o *Options, vm *jsvm.VM) (*runner, error) {
	rt := vm.Runtime()
	r := &runner{prepared: p, options: o, realm: vm.Realm, runtime: rt}
	r.recorder = &recorder{runtime: rt, places: p.places, reader: newReader(rt, p.provenance)}
	var err error
	if r.unavailable, err = r.realm.Symbol(o.UnavailableMark); err != nil {
		return nil, err
	}
	if err := p.provenance.install(rt); err != nil {
		return nil, err
	}
	if err := r.recorder.install(vm.Realm); err != nil {
		return nil, err
	}
	if err := installLeftOut(rt); err != nil {
		return nil, err
	}
	if err := r.installRuns(); err != nil {
		return nil, err
	}
	if _, err := rt.RunProgram(p.library.program); err != nil {
		return nil, err
	}
	if r.builtins, err = newBuiltins(rt); err != nil {
		return nil, err
	}
	_, err = rt.RunProgram(p.program)
	return r, err
}

// run evaluates the modules from the one with the index first on, in order, and returns the index of the next one. If
// fresh is true it stops at a module that fails or replaces built-ins, since others would run with those. Else it
// restores them. A module that failed after others runs again in the next VM.
func (r *runner) run(modules []string, first int, fresh bool) (next int, err error) {
	list, err := r.modules()
	if err != nil {
		return first, err
	}
	for i := first; i < len(modules); i++ {
		path := modules[i]
		r.entering(path)
		r.defaults = append(r.defaults, goja.Null())
		module, recordings, err := r.module(list, i, path)
		if err != nil {
			return i, err
		}
		failed := fresh && module.Failure != nil
		if failed && i > first {
			r.defaults = r.defaults[:len(r.defaults)-1]
			return i, nil
		}
		if !r.commit(module, recordings) {
			return len(modules), nil
		}
		if failed {
			return i + 1, nil
		}
		if i+1 < len(modules) && r.hasChanged() {
			if fresh {
				return i + 1, nil
			}
			r.restored() // as far as possible: a VM for each module would take too long
		}
	}
	return len(modules), nil
}

// hasChanged reports whether a module has replaced built-ins. A getter that throws is one.
func (r *runner) hasChanged() bool {
	changed := true
	_ = r.realm.Try(func() { changed = !r.builtins.intact() })
	return changed
}

// restored undoes what modules did to the built-ins. It reports whether that was possible.
func (r *runner) restored() (done bool) {
	_ = r.realm.Try(func() { done = r.builtins.restore() == nil })
	return done
}

// modules returns the array of functions that the bundle's entry exports.
func (r *runner) modules() (list *goja.Object, err error) {
	ex := r.runtime.Try(func() {
		if exports, ok := r.runtime.Get(r.options.ModulesGlobal).(*goja.Object); ok {
			list, _ = exports.Get("default").(*goja.Object)
		}
	})
	if ex != nil {
		return nil, ex
	}
	if list == nil {
		return nil, errors.New("the bundle has no modules")
	}
	return list, nil
}

// module evaluates one module and reads its declarations. A panic of the engine is a failure of the module. The error
// is an interrupt.
func (r *runner) module(list *goja.Object, i int, path string) (m Module, recordings []*recording, err error) {
	m.Path, r.recorder.module = path, path
	defer func() {
		if x := recover(); x != nil {
			var interrupted *goja.InterruptedError
			if cause, ok := x.(error); ok && errors.As(cause, &interrupted) { // while the error was read
				m, recordings, err = Module{}, nil, cause
				return
			}
			m.Failure = &Failure{Rule: ruleThrows, Message: jsvm.EngineFailed, File: path}
			recordings, err = nil, nil
		}
	}()
	load, _ := goja.AssertFunction(list.Get(indexName(i)))
	exports, err := load(goja.Undefined())
	if err == nil {
		err = r.realm.Try(func() { r.readExports(&m, exports) })
	}
	if reading := r.realm.Try(func() { recordings = r.recorder.finish() }); err == nil {
		err = reading
	}
	if err == nil {
		return m, recordings, nil
	}
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		return m, nil, err
	}
	m.Failure = r.failure(err, path)
	return m, recordings, nil
}

func (r *runner) readExports(m *Module, value goja.Value) {
	exports, ok := value.(*goja.Object)
	if !ok {
		return // `module.exports = 5`
	}
	m.Exports = slices.DeleteFunc(exports.Keys(), func(name string) bool { return name == "__esModule" })
	if definition, ok := exports.Get("default").(*goja.Object); ok {
		if m.Default = r.recorder.reader.definition[definition]; m.Default != nil {
			r.defaults[len(r.defaults)-1] = definition
		}
	}
}

func indexName(i int) string { return strconv.Itoa(i) }
