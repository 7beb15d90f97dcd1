package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// occurrences returns the occurrences of app events that a call sends and that are object literals.
func occurrences(names *constant.Names, c *ContextCall) (found []declared.Use) {
	at := slices.Index(c.Path, "appEvents")
	if at < 0 || at != len(c.Path)-2 || len(c.Args) < 2 {
		return nil
	}
	if method := c.Path[at+1]; method != "send" && method != "sendBatch" {
		return nil
	}
	id, isKnown := names.Declared(c.Args[0], c.Scope, "appEvent")
	if !isKnown {
		return nil
	}
	for _, literal := range names.Literals(c.Args[1], c.Scope) {
		if literal.IsText {
			continue
		}
		o := occurrence(names, c, literal)
		o.Event, o.Unread = id, unreadMembers(c, literal)
		found = append(found, declared.Use{
			Kind: declared.SentOccurrence, Path: c.Path, Occurrence: o, File: c.File, At: c.markOf(literal.Expr, c.Args[1]),
		})
	}
	return found
}

func occurrence(names *constant.Names, c *ContextCall, literal constant.Literal) *declared.Occurrence {
	o := &declared.Occurrence{}
	fields, others := names.AllFields(literal)
	o.Others = others
	for _, field := range fields {
		switch field.Name {
		case "objectId", "email", "utk":
			if syntax.IsNullish(field.Value) {
				continue
			}
			target := declared.TextAt{Text: field.Name, At: c.markOf(field.Key, field.Value)}
			o.Targets = append(o.Targets, target)
			if isNumber(field.Value) {
				o.Numbers = append(o.Numbers, target)
			}
		case "properties":
			o.PropertiesAt = c.markOf(field.Key, field.Value)
			o.Properties, o.OtherProperties = propertiesOf(names, c, field)
		}
	}
	return o
}

// unreadMembers returns the members of an object literal that no occurrence has. A spread object can have members for
// other code.
func unreadMembers(c *ContextCall, literal constant.Literal) (unread []declared.TextAt) {
	for _, key := range syntax.Keys(literal.Expr) {
		name := syntax.KeyName(key)
		if !slices.Contains(declared.OccurrenceMembers, name) && !syntax.IsNullish(syntax.Member(literal.Expr, name)) {
			unread = append(unread, declared.TextAt{Text: name, At: c.markOf(key, literal.Expr)})
		}
	}
	return unread
}

// propertiesOf returns the properties of an occurrence. others means that it can have more.
func propertiesOf(names *constant.Names, c *ContextCall, of constant.Field) (all []declared.SentProperty, others bool) {
	values := names.Literals(of.Value, of.Scope)
	for _, name := range values {
		if name.IsText { // of a list
			all = append(all, declared.SentProperty{Name: name.Text, At: c.markOf(name.Expr, of.Value)})
		}
	}
	if all != nil || len(values) != 1 {
		return all, true
	}
	fields, others := names.AllFields(values[0])
	for _, field := range fields {
		all = append(all, declared.SentProperty{
			Name: field.Name, At: c.markOf(field.Key, field.Value), IsAbsent: syntax.IsNullish(field.Value),
			Values: c.texts(names, field),
		})
	}
	return all, others || of.IsChanged
}

// keysOfCalls are the idempotency keys in the arguments of calls. A key of an occurrence may have a changing part with
// others: the CRM makes a random one if there is none.
var keysOfCalls = []struct {
	call, key string
	argument  int
	canChange bool
}{
	{"billing.recordUsage", "idempotencyKey", 2, false},
	{"billing.recordCredit", "idempotencyKey", 2, false},
	{"appEvents.send", "id", 1, true},
	{"appEvents.sendBatch", "id", 1, true},
}

// changingKeys returns the idempotency keys of a call that are new each time.
func changingKeys(names *constant.Names, c *ContextCall) (found []declared.Use) {
	method := strings.Join(withoutContext(c.Path), ".")
	for _, one := range keysOfCalls {
		if one.call != method || one.argument >= len(c.Args) {
			continue
		}
		objects := listReader{names, c.Scope}.rowsOf(c.Args[one.argument])
		if object, isObject := syntax.Unwrapped(c.Args[one.argument]).(*ast.ObjectLiteral); isObject {
			objects = append(objects, object)
		}
		for _, object := range objects {
			key := syntax.Member(object, one.key)
			if isChanging, isAll := syntax.IsChanging(key); isChanging && (isAll || !one.canChange) {
				path := append(slices.Clip(withoutContext(c.Path)), one.key)
				use := declared.Use{Kind: declared.ChangingKey, Path: path, File: c.File, At: c.Mark(key.Idx0())}
				found = append(found, use)
			}
		}
	}
	return found
}
