package ecma

import (
	"github.com/dop251/goja"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// repairCompare makes localeCompare respect its locale and options.
func (r *Realm) repairCompare() error {
	text := r.builtin("String", "prototype")
	plain := r.method(text, "localeCompare")
	return r.setMethod(text, "localeCompare", 1, func(call goja.FunctionCall) goja.Value {
		if american(call.Argument(1)) && goja.IsUndefined(call.Argument(2)) {
			return must(plain(call.This, call.Arguments...))
		}
		a, b := r.stringThis(call, "localeCompare").String(), call.Argument(0).String()
		return r.runtime.ToValue(r.compare(a, b, call.Argument(1), call.Argument(2)))
	})
}

// compare compares two strings by the rules of a language.
func (r *Realm) compare(a, b string, locales, given goja.Value) int {
	key, tag, options := r.collation(locales, given)
	if r.collators == nil {
		r.collators = map[string]*collate.Collator{}
	}
	if r.collators[key] == nil {
		r.collators[key] = collate.New(tag, options...)
	}
	return r.collators[key].CompareString(a, b)
}

// collation reads the arguments of localeCompare. key identifies the result.
func (r *Realm) collation(locales, given goja.Value) (key string, tag language.Tag, options []collate.Option) {
	if object, ok := locales.(*goja.Object); ok && object.ClassName() == "Array" {
		locales = object.Get("0")
	}
	if locales != nil && !goja.IsUndefined(locales) {
		var err error
		if tag, err = language.Parse(locales.String()); err != nil {
			panic(r.rangeError("Incorrect locale information provided"))
		}
	}
	key = tag.String()
	object, ok := given.(*goja.Object)
	if !ok {
		return key, tag, nil
	}
	for _, name := range object.Keys() {
		value := object.Get(name)
		if goja.IsUndefined(value) {
			continue
		}
		switch setting := name + "=" + value.String(); setting {
		case "numeric=true":
			options = append(options, collate.Numeric)
		case "sensitivity=base":
			options = append(options, collate.IgnoreCase, collate.IgnoreDiacritics)
		case "sensitivity=accent":
			options = append(options, collate.IgnoreCase)
		case "sensitivity=case":
			options = append(options, collate.IgnoreDiacritics)
		case "numeric=false", "sensitivity=variant", "usage=sort", "usage=search", "ignorePunctuation=false",
			"caseFirst=false":
		default:
			panic(r.Missing("String.prototype.localeCompare with " + setting + " (Intl.Collator)"))
		}
		key += " " + name + "=" + value.String()
	}
	return key, tag, options
}
