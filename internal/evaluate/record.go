package evaluate

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// recording is one call of a declaring function whose values are not read yet.
type recording struct {
	declaration *declared.Declaration
	args        []goja.Value
	definition  *goja.Object
	extra       *goja.Object
	call        callPlace
}

// recorder receives the declarations from the SDK. It belongs to one VM.
type recorder struct {
	runtime *goja.Runtime
	places  *places
	reader  *reader
	library *sdkscript.Compiled
	pending []*recording
	module  string // in evaluation
	// defaults are the readings of defaults by the text of the field.
	defaults map[string]declared.DefaultReading
}

// install defines the recorder for the SDK.
func (r *recorder) install(realm *ecma.Realm) error {
	object := r.runtime.NewObject()
	if err := object.Set("declared", r.declared); err != nil {
		return err
	}
	if err := object.Set("failed", r.failed); err != nil {
		return err
	}
	if err := object.Set("used", r.used); err != nil {
		return err
	}
	symbol, err := realm.Symbol("svc.recorder")
	if err != nil {
		return err
	}
	return r.runtime.GlobalObject().DefineDataPropertySymbol(
		symbol, object, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
	)
}

// declared(kind, call, args, definition, extra?) records a declaration. Its values are read after the module has run,
// so that later changes count, as in production.
func (r *recorder) declared(call goja.FunctionCall) goja.Value {
	definition, ok := call.Argument(3).(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	d := &declared.Declaration{
		Kind: declared.Kind(call.Argument(0).String()), Call: call.Argument(1).String(), Options: &declared.Value{},
	}
	rec := &recording{declaration: d, definition: definition, call: r.places.caller(r.runtime)}
	d.End, d.Via = rec.call.end(), rec.call.via
	if d.At = rec.call.mark; d.At.IsZero() { // no file of the project is on the stack
		d.At = declared.Mark{Span: &diag.Span{File: r.module, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}}
	}
	if list, ok := call.Argument(2).(*goja.Object); ok {
		for i := range listLength(list) {
			rec.args = append(rec.args, list.Get(strconv.Itoa(i)))
		}
	}
	rec.extra, _ = call.Argument(4).(*goja.Object)
	r.reader.definition[definition] = d
	r.pending = append(r.pending, rec)
	return goja.Undefined()
}

// failed(definition, {rule, message, path, argument?}) records an error that the SDK found in a declaration.
func (r *recorder) failed(call goja.FunctionCall) goja.Value {
	definition, _ := call.Argument(0).(*goja.Object)
	problem, _ := call.Argument(1).(*goja.Object)
	d := r.reader.definition[definition]
	if d == nil || problem == nil {
		return goja.Undefined()
	}
	e := declared.SDKError{Rule: text(problem, "rule"), Message: text(problem, "message"), Path: texts(problem, "path")}
	if argument := problem.Get("argument"); argument != nil && !goja.IsUndefined(argument) {
		e.At = r.places.caller(r.runtime).argument(int(max(argument.ToInteger(), 0)))
	}
	d.Errors = append(d.Errors, e)
	return goja.Undefined()
}

// used(worker, capabilities) records what the running call of worker.use registers.
func (r *recorder) used(call goja.FunctionCall) goja.Value {
	definition, _ := call.Argument(0).(*goja.Object)
	list, isList := call.Argument(1).(*goja.Object)
	worker := r.reader.definition[definition]
	if worker == nil || !isList {
		return goja.Undefined()
	}
	place := r.places.caller(r.runtime)
	for i := range listLength(list) {
		item, _ := list.Get(strconv.Itoa(i)).(*goja.Object)
		if capability := r.reader.definition[item]; capability != nil {
			one := declared.Registration{Capability: capability, At: place.argument(i)}
			worker.Registrations = append(worker.Registrations, one)
		}
	}
	return goja.Undefined()
}

// text returns a member as a string, "" if absent.
func text(object *goja.Object, name string) string {
	if value := object.Get(name); value != nil && !goja.IsUndefined(value) && !goja.IsNull(value) {
		return value.String()
	}
	return ""
}

// texts returns a member that is an array of strings.
func texts(object *goja.Object, name string) []string {
	list, ok := object.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	var out []string
	for i := range listLength(list) {
		if item := list.Get(strconv.Itoa(i)); item != nil {
			out = append(out, item.String())
		}
	}
	return out
}

// listLength returns the length of an array, at most maxValues. A script may call the recorder by itself.
func listLength(list *goja.Object) int {
	length := list.Get("length")
	if length == nil {
		return 0
	}
	return int(min(max(length.ToInteger(), 0), maxValues))
}
