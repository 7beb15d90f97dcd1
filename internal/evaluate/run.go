// This file runs the modules of a prepared shard in a VM of their own.

package evaluate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// The rules that report a module that did not run to its end.
const (
	ruleThrows         = "throws-at-import"
	ruleMissingBuiltin = "missing-builtin"
)

// runner evaluates one shard. Everything in it belongs to one goroutine, but for commit.
type runner struct {
	*prepared
	options  *Options
	realm    *ecma.Realm
	runtime  *goja.Runtime // the realm's
	recorder *recorder
	// thrown are the errors that modules failed with: a second importer gets the very same error.
	thrown      []*goja.Object
	unavailable *goja.Symbol
	// entering tells the watchdog which module runs; commit hands over a finished one and reports
	// whether there is anybody left to take it.
	entering func(module string)
	commit   func(Module, []*recording) bool
	// defaults are the default exports of the modules that ran, null for what is no declaration.
	defaults []goja.Value
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
	if _, err := rt.RunProgram(o.Library.program); err != nil {
		return nil, err
	}
	_, err = rt.RunProgram(p.program)
	return r, err
}

// run evaluates the modules in order; it stops early only when the VM was interrupted.
func (r *runner) run(modules []string) error {
	list, err := r.modules()
	if err != nil {
		return err
	}
	for i, path := range modules {
		r.entering(path)
		r.defaults = append(r.defaults, goja.Null())
		module, recordings, err := r.module(list, i, path)
		if err != nil {
			return err
		}
		if !r.commit(module, recordings) {
			return nil
		}
	}
	return nil
}

// modules is the array of functions that the bundle's entry exports.
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

// module evaluates one module and reads what it declared. The error is an interrupt. A panic of the
// engine is a failure of the module that it was fed.
func (r *runner) module(list *goja.Object, i int, path string) (m Module, recordings []*recording, err error) {
	m.Path, r.recorder.module = path, path
	defer func() {
		if x := recover(); x != nil {
			m.Failure = &Failure{
				Rule: ruleThrows, Message: fmt.Sprintf("svc's JavaScript engine failed on this file: %v", x), File: path,
			}
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

// failure says why a module did not run to its end.
func (r *runner) failure(err error, path string) *Failure {
	f := &Failure{Rule: ruleThrows, File: path}
	var exception *goja.Exception
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &overflow):
		f.Message = "calls nest too deep"
		r.locate(f, overflow.Stack())
	case errors.As(err, &exception):
		if r.seen(exception.Value()) {
			f.Rule = ""
			return f
		}
		f.Message = r.describe(exception.Value())
		if r.realm.MissingName(exception.Value()) != "" {
			f.Rule = ruleMissingBuiltin
		}
		r.locate(f, exception.Stack())
	default:
		f.Message = err.Error()
	}
	return f
}

// seen reports whether an error was reported before, or stands for a file that was.
func (r *runner) seen(value goja.Value) bool {
	thrown, ok := value.(*goja.Object)
	if !ok {
		return false
	}
	if slices.Contains(r.thrown, thrown) {
		return true
	}
	r.thrown = append(r.thrown, thrown)
	var marked bool
	_ = r.realm.Try(func() { mark := thrown.GetSymbol(r.unavailable); marked = mark != nil && !goja.IsUndefined(mark) })
	return marked
}

// describe is what a user reads of a thrown value: "TypeError: x is not a function".
func (r *runner) describe(value goja.Value) string {
	if symbol, ok := value.(*goja.Symbol); ok {
		return "Symbol(" + symbol.String() + ")"
	}
	message := "a value that cannot be shown"
	_ = r.realm.Try(func() { message = value.String() })
	return message
}

// locate finds the throwing line: the innermost frame in a file of the project.
func (r *runner) locate(f *Failure, frames []goja.StackFrame) {
	for i := range frames {
		offset := r.places.offsetOf(&frames[i])
		if offset < 0 {
			continue
		}
		if in := r.places.regionAt(offset); in.user {
			f.File = in.source
			f.At = declared.Mark{Shard: r.places.shard, Offset: int32(offset) + 1}
			return
		}
	}
}

func indexName(i int) string { return strconv.Itoa(i) }
