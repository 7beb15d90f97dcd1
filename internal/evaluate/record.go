// This file is the recorder: what the SDK tells about each declaration while modules are evaluated.

package evaluate

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// recording is one call of a declaring function, before its values are read.
type recording struct {
	declaration *declared.Declaration
	args        []goja.Value
	definition  *goja.Object
	extra       *goja.Object
	call        callPlace
}

// recorder belongs to one VM.
type recorder struct {
	runtime *goja.Runtime
	places  *places
	reader  *reader
	pending []*recording
	module  string // the one that is being evaluated
}

// install puts the recorder where the SDK looks for it.
func (r *recorder) install(realm *ecma.Realm) error {
	object := r.runtime.NewObject()
	if err := object.Set("declared", r.declared); err != nil {
		return err
	}
	if err := object.Set("failed", r.failed); err != nil {
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

// declared(kind, call, args, definition, extra?) notes a declaration. Its values are read when the
// module has run, so that what is changed after the call is seen as production sees it.
func (r *recorder) declared(call goja.FunctionCall) goja.Value {
	definition, ok := call.Argument(3).(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	d := &declared.Declaration{
		Kind: declared.Kind(call.Argument(0).String()), Call: call.Argument(1).String(), Options: &declared.Value{},
	}
	rec := &recording{declaration: d, definition: definition, call: r.places.caller(r.runtime)}
	if d.At = rec.call.mark; d.At.IsZero() { // no file of the project is on the stack
		d.At = declared.Mark{Span: &diag.Span{File: r.module, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}}
	}
	if list, ok := call.Argument(2).(*goja.Object); ok {
		for i := range int(list.Get("length").ToInteger()) {
			rec.args = append(rec.args, list.Get(strconv.Itoa(i)))
		}
	}
	rec.extra, _ = call.Argument(4).(*goja.Object)
	r.reader.definition[definition] = d
	r.pending = append(r.pending, rec)
	return goja.Undefined()
}

// failed(definition, {rule, message, path}) notes what the SDK refuses about a declaration.
func (r *recorder) failed(call goja.FunctionCall) goja.Value {
	definition, _ := call.Argument(0).(*goja.Object)
	problem, _ := call.Argument(1).(*goja.Object)
	d := r.reader.definition[definition]
	if d == nil || problem == nil {
		return goja.Undefined()
	}
	e := declared.SDKError{Rule: text(problem, "rule"), Message: text(problem, "message"), Path: texts(problem, "path")}
	d.Errors = append(d.Errors, e)
	return goja.Undefined()
}

// text is a member that should be a string.
func text(object *goja.Object, name string) string {
	if value := object.Get(name); value != nil && !goja.IsUndefined(value) && !goja.IsNull(value) {
		return value.String()
	}
	return ""
}

// texts is a member that should be an array of strings.
func texts(object *goja.Object, name string) []string {
	list, ok := object.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	length := int(list.Get("length").ToInteger())
	out := make([]string, 0, length)
	for i := range length {
		out = append(out, list.Get(strconv.Itoa(i)).String())
	}
	return out
}

// finish reads the values of what was declared since the last call, and links it. It may run user
// code (getters), so it may panic with what that throws.
func (r *recorder) finish() []*recording {
	done := r.pending
	r.pending = nil
	for _, rec := range done {
		r.readArgs(rec)
		r.readExtra(rec)
		rec.declaration.ID = identify(rec.declaration)
	}
	for _, rec := range done {
		if rec.declaration.Kind == declared.Worker {
			r.linkCapabilities(rec)
		}
	}
	return done
}

func (r *recorder) readArgs(rec *recording) {
	d := rec.declaration
	r.reader.budget = maxValues
	for i, arg := range rec.args {
		value := r.reader.read(arg, rec.call.argument(i), 0)
		d.Args = append(d.Args, value)
		if value.Shape == declared.Object {
			d.Options = value
		}
	}
}

func (r *recorder) readExtra(rec *recording) {
	if rec.extra == nil {
		return
	}
	d := rec.declaration
	if source, ok := rec.extra.Get("source").(*goja.Object); ok {
		d.Source = r.reader.definition[source]
	}
	if push := rec.extra.Get("push"); push != nil {
		d.Push = push.ToBoolean()
	}
	if schedule, ok := rec.extra.Get("schedule").(*goja.Object); ok {
		d.Schedule = &declared.Schedule{
			Kind: text(schedule, "kind"), Expression: text(schedule, "expression"), Crons: texts(schedule, "crons"),
		}
	}
}

func (r *recorder) linkCapabilities(rec *recording) {
	list, ok := rec.definition.Get("capabilities").(*goja.Object)
	if !ok {
		return
	}
	for i := range int(list.Get("length").ToInteger()) {
		definition, ok := list.Get(strconv.Itoa(i)).(*goja.Object)
		if !ok {
			continue
		}
		if capability := r.reader.definition[definition]; capability != nil {
			capability.Worker = rec.declaration
			rec.declaration.Capabilities = append(rec.declaration.Capabilities, capability)
		}
	}
}

// identify is the declared id or name of a declaration, "" when it is missing or no string.
func identify(d *declared.Declaration) string {
	switch d.Kind {
	case declared.Card:
		return d.Options.Get("id").Text
	case declared.App, declared.Source:
		return d.Options.Get("name").Text
	}
	if len(d.Args) == 0 {
		return ""
	}
	if first := d.Args[0]; first.IsString() {
		return first.Text
	}
	if d.Kind == declared.Sync && d.Source != nil {
		if id := d.Options.Get("id"); id.IsString() && id.Text != "" {
			return id.Text
		}
		return d.Source.ID
	}
	return ""
}
