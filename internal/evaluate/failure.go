package evaluate

import (
	"cmp"
	"slices"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Rules that report a module that did not load completely.
const (
	ruleThrows         = "throws-at-import"
	ruleMissingBuiltin = "missing-builtin"
)

// failure explains an error of a module.
func (r *runner) failure(err error, path string) *Failure {
	f := &Failure{Rule: ruleThrows, File: cmp.Or(r.file, path)}
	if overflow, ok := ecma.As[*goja.StackOverflowError](err); ok {
		f.Message = "calls nest too deep"
		r.locate(f, overflow.Stack())
		return f
	}
	exception, ok := ecma.As[*goja.Exception](err)
	if !ok {
		f.Message = err.Error()
		return f
	}
	if r.seen(exception.Value()) {
		f.Rule = ""
		return f
	}
	f.Message = r.describe(exception.Value())
	if r.realm.MissingName(exception.Value()) != "" {
		f.Rule = ruleMissingBuiltin
	}
	r.locate(f, exception.Stack())
	return f
}

// seen reports whether an error was reported before, or represents a file that was.
func (r *runner) seen(value goja.Value) bool {
	thrown, ok := ecma.BehindProxies(value).(*goja.Object)
	if !ok {
		return false
	}
	if slices.Contains(r.thrown, thrown) {
		return true
	}
	r.thrown = append(r.thrown, thrown)
	if r.options.UnavailableMark == "" {
		return false
	}
	var marked bool
	_ = r.realm.Try(func() { mark := thrown.GetSymbol(r.unavailable); marked = mark != nil && !goja.IsUndefined(mark) })
	return marked
}

// describe returns a thrown value as users read it: "TypeError: x is not a function".
func (r *runner) describe(value goja.Value) string {
	value = ecma.BehindProxies(value)
	if symbol, ok := value.(*goja.Symbol); ok {
		return "Symbol(" + diag.Clip(symbol.String()) + ")"
	}
	message := "a value that cannot be shown"
	_ = r.realm.Try(func() { message = value.String() })
	return diag.Clip(ecma.WithoutAddresses(message))
}

// locate finds the line that threw: the innermost frame in a file of the project.
func (r *runner) locate(f *Failure, frames []goja.StackFrame) {
	for i := range frames {
		offset := r.places.offsetOf(&frames[i])
		if offset < 0 {
			continue
		}
		if in := r.places.regions.At(offset); in.IsUserCode {
			f.File = in.Source
			f.At = declared.Mark{Shard: r.places.shard, Offset: int32(offset) + 1}
			return
		}
	}
}

// interruptedAt returns where the user's code was interrupted, with the file "" if unknown.
func (r *runner) interruptedAt(err error) (at Failure) {
	if interrupted, ok := ecma.As[*goja.InterruptedError](err); ok {
		r.locate(&at, interrupted.Stack())
	}
	return at
}
