package evaluate

import (
	"errors"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/declared"
)

// finish reads and links the declarations since the last call. It may run getters of users, and panics with what they
// throw.
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
	r.reader.provenance.Forget()
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
	if read, ok := goja.AssertFunction(rec.extra.Get("defaultsJson")); ok {
		r.readDefaults(d, read)
	}
	if parse, ok := goja.AssertFunction(rec.extra.Get("alertExprJson")); ok {
		r.readAlertExprs(d, parse)
	}
}

// readAlertExprs parses the alert expressions of an app with the SDK's parser.
func (r *recorder) readAlertExprs(d *declared.Declaration, parse goja.Callable) {
	d.AlertExprs = map[*declared.Value]declared.AlertExpr{}
	rules := slices.Clone(d.Options.Path("alerts", "rules").Items)
	environments := d.Options.Get("environments").Members
	for _, environment := range environments[:min(len(environments), declared.MaxEnvironments)] {
		rules = append(rules, environment.Value.Path("alerts", "rules").Items...)
	}
	for _, rule := range rules {
		expr := rule.Get("expr")
		if !expr.IsString() {
			continue
		}
		if len(d.AlertExprs) == 0 {
			parse = r.alertParser(parse)
		}
		answer, err := parse(goja.Undefined(), r.runtime.ToValue(expr.Text))
		if err != nil {
			panic(err) // an interrupt: the parser does not throw
		}
		var parsed declared.AlertExpr
		parsed.Expr, err = alertexpr.Decode(expr.Text, answer.String())
		if errors.As(err, &parsed.Error) {
			err = nil
		}
		if err != nil {
			panic(r.runtime.NewGoError(err))
		}
		d.AlertExprs[expr] = parsed
	}
}

// alertParser returns the parser of the library, or the one to use in its place.
func (r *recorder) alertParser(own goja.Callable) goja.Callable {
	parse, err := r.library.AlertParser(r.runtime)
	if err != nil {
		panic(err) // an interrupt
	}
	if parse == nil { // the library has it, or else needs its body
		return own
	}
	return parse
}

func (r *recorder) linkCapabilities(rec *recording) {
	list, ok := rec.definition.Get("capabilities").(*goja.Object)
	if !ok {
		return
	}
	for i := range listLength(list) {
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

// identify returns the declared id or name of a declaration, "" if it has no string.
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
