package evaluate

import (
	"errors"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/facts"
)

// errBodyNeeded stops an evaluation that calls a removed body.
var errBodyNeeded = errors.New("a function without its body was called while modules load")

// installHooks defines the functions that rewritten code calls.
func (r *runner) installHooks() error {
	hooks := map[unistring.String]func(goja.FunctionCall) goja.Value{
		facts.NoteLiteral: func(call goja.FunctionCall) goja.Value { return r.provenance.NoteLiteral(call) },
		facts.NoteSpread:  func(call goja.FunctionCall) goja.Value { return r.provenance.NoteSpread(call) },
		facts.Runs:        r.runs,
		facts.LeftOut:     r.leftOut,
	}
	for name, hook := range hooks {
		err := r.runtime.GlobalObject().DefineDataProperty(
			name.String(), r.runtime.ToValue(hook), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// runs reports the module that runs now.
func (r *runner) runs(call goja.FunctionCall) goja.Value {
	if id := int(call.Argument(0).ToInteger()); id >= 0 && id < len(r.files) {
		r.entering(r.files[id])
	}
	return goja.Undefined()
}

// leftOut replaces the bodies of handlers.
func (r *runner) leftOut(goja.FunctionCall) goja.Value {
	r.runtime.Interrupt(errBodyNeeded)
	return goja.Undefined()
}
