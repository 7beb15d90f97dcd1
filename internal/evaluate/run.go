package evaluate

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/evaluate/builtins"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
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
	// interruptedIn reports the user's file whose code was interrupted, "" if unknown.
	interruptedIn func(file string)
	commit        func(Module, []*recording) bool
	// defaults are the default exports of the modules that ran, null if not a declaration.
	defaults []goja.Value
	builtins *builtins.Builtins
	guard    *watchdog.Watchdog
	// file is the one that runs now: a module, or one that it imports.
	file string
	// interrupted means that the VM can run nothing more.
	interrupted bool
}

// newRunner returns a runner with a VM of its own, for load.
func newRunner(o *Options) (*runner, error) {
	settings := jsvm.Options{Globals: lazyGlobals(o.Globals)}
	if o.Clock != nil {
		settings.Clock = o.Clock()
	}
	vm, err := jsvm.NewWithoutLoop(settings)
	if err != nil {
		return nil, err
	}
	rt := vm.Runtime()
	r := &runner{realm: vm.Realm, runtime: rt, recorder: &recorder{runtime: rt, reader: newReader(rt)}}
	return r, errors.Join(r.installHooks(), r.recorder.install(vm.Realm), sdkscript.InstallSchedules(rt))
}

// load runs the library and the script of a shard, which defines its modules.
func (r *runner) load(p *prepared, o *Options) (err error) {
	r.prepared, r.options = p, o
	r.recorder.library, r.recorder.places, r.recorder.reader.provenance = p.library, p.places, p.provenance
	if r.unavailable, err = r.realm.Symbol(o.UnavailableMark); err != nil {
		return err
	}
	if err := r.runLibrary(p.library); err != nil {
		return err
	}
	_, err = r.runtime.RunProgram(p.program)
	return err
}

// runLibrary runs the library, unless it has run.
func (r *runner) runLibrary(library *sdkscript.Compiled) (err error) {
	if r.builtins != nil {
		return nil
	}
	if _, err := r.runtime.RunProgram(library.Program); err != nil {
		return err
	}
	r.builtins, err = builtins.Of(r.runtime)
	return err
}

// span is a part of the modules of a shard: from first to the one before end.
type span struct {
	first, end int
	// limit is the time of each turn, 0 for that of the first round.
	limit time.Duration
	// fresh means that others get a fresh VM after a module that fails or replaces built-ins.
	fresh bool
}

// postponed is a module whose turn was over before it was done.
type postponed struct {
	module int
	had    time.Duration
	// at is where the user's code ran.
	at Failure
}

// outcome is what the VM may do after a module.
type outcome int

const (
	goOn         outcome = iota
	leaveVM              // others need a fresh VM
	repeatModule         // this one needs a fresh VM
)

// run evaluates modules in order, and returns the index of the next one. A module whose turn is over is postponed, and
// ends the VM.
func (r *runner) run(modules []string, in span) (next int, later *postponed, err error) {
	list, err := r.modules()
	if err != nil {
		return in.first, nil, err
	}
	for i := in.first; i < in.end; i++ {
		turn := r.guard.Turns.Begin(r.runtime, in.limit)
		then, err := r.step(list, modules[i], i, in)
		isOver := r.guard.Turns.End(r.runtime)
		r.interrupted = isOver
		at := Failure{}
		if err != nil {
			at = r.interruptedAt(err)
			r.interruptedIn(at.File)
		}
		switch {
		case err != nil && isOver && !r.guard.Breached():
			return i + 1, &postponed{i, turn.Limit, at}, nil
		case err != nil || then == repeatModule:
			return i, nil, err
		case then == leaveVM || isOver: // done at the last moment: the VM is interrupted all the same
			return i + 1, nil, nil
		}
	}
	return in.end, nil, nil
}

// errMemory ends a shard whose last module took more memory than the limit.
var errMemory = errors.New("the module took too much memory")

// step evaluates one module. A module that fails after others runs again in the next VM, since those may have replaced
// built-ins. The error is an interrupt, or errMemory.
func (r *runner) step(list *goja.Object, path string, i int, in span) (outcome, error) {
	r.entering(path)
	r.defaults = append(r.defaults, goja.Null())
	module, recordings, err := r.module(list, i, path)
	if r.guard.FileDone() && err == nil {
		err = errMemory
	}
	if err != nil {
		return leaveVM, err
	}
	failed := in.fresh && module.Failure != nil
	if failed && i > in.first {
		r.defaults = r.defaults[:len(r.defaults)-1]
		return repeatModule, nil
	}
	changed := false
	if i+1 < in.end {
		if changed, err = r.hasChanged(); err != nil {
			return leaveVM, err
		}
	}
	if !r.commit(module, recordings) || failed || changed && in.fresh {
		return leaveVM, nil
	}
	if changed {
		_, err = r.restored() // as far as possible: a VM for each module would take too long
	}
	return goOn, err
}

// try runs code that may throw or be interrupted.
func (r *runner) try(f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			if err = interrupt(x); err == nil {
				panic(x)
			}
		}
	}()
	return r.realm.Try(f)
}

// interrupt returns the interrupt that a panic is, or nil.
func interrupt(x any) error {
	if cause, ok := x.(error); ok {
		if _, isInterrupt := ecma.As[*goja.InterruptedError](cause); isInterrupt {
			return cause
		}
	}
	return nil
}

// hasChanged reports whether a module has replaced built-ins. A getter that throws is one. The error is an interrupt.
func (r *runner) hasChanged() (changed bool, err error) {
	changed = true
	err = r.try(func() { changed = !r.builtins.Intact() })
	return changed, interrupt(err)
}

// restored undoes what modules did to the built-ins. It reports whether that was possible. The error is an interrupt.
func (r *runner) restored() (done bool, err error) {
	err = r.try(func() { done = r.builtins.Restore() == nil })
	return done, interrupt(err)
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
			if err = interrupt(x); err != nil { // while the error was read
				m, recordings = Module{}, nil
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
	if interrupt(err) != nil {
		return m, nil, err
	}
	m.Failure = r.failure(err, path)
	return m, recordings, nil
}

func (r *runner) readExports(m *Module, value goja.Value) {
	exports, ok := value.(*goja.Object)
	if ok && exports.ClassName() == "Array" { // of a CommonJS module
		exports, ok = exports.Get("0").(*goja.Object)
	}
	if !ok {
		return // `module.exports = 5`
	}
	m.Exports = slices.DeleteFunc(exports.Keys(), func(name string) bool { return name == "__esModule" })
	definition, _ := exports.Get("default").(*goja.Object)
	if exports != value {
		if mark := exports.Get("__esModule"); mark == nil || !mark.ToBoolean() {
			definition = exports // what an import of the default gets
		}
	}
	if definition == nil {
		return
	}
	if m.Default = r.recorder.reader.definition[definition]; m.Default != nil {
		r.defaults[len(r.defaults)-1] = definition
	}
}

func indexName(i int) string { return strconv.Itoa(i) }
