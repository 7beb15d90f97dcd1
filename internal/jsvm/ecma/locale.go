package ecma

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// repairLocale makes the methods that format for a locale use Intl, and compares strings by the rules of a language.
// The engine takes the locale argument as a radix, or ignores it.
func (r *Realm) repairLocale() error {
	number, bigInt := r.builtin("Number", "prototype"), r.builtin("BigInt", "prototype")
	valueOf, bigText := r.method(number, "valueOf"), r.method(bigInt, "toString")
	err := r.setMethod(number, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		return r.numberText(must(valueOf(call.This)), call)
	})
	if err != nil {
		return err
	}
	err = r.setMethod(bigInt, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		must(bigText(call.This)) // throws for other values
		return r.numberText(call.This, call)
	})
	if err != nil {
		return err
	}
	if err := r.repairDates(); err != nil {
		return err
	}
	return r.repairCompare()
}

func (r *Realm) numberText(value goja.Value, call goja.FunctionCall) goja.Value {
	return r.formatted(numberFormat, "number", value, call.Argument(0), call.Argument(1), goja.Undefined())
}

// repairDates formats dates in UTC, the only time zone of the edge, unless the options name another one.
func (r *Realm) repairDates() error {
	date := r.builtin("Date", "prototype")
	getTime := r.method(date, "getTime")
	for name, wants := range map[string][2]string{
		"toLocaleString": {"any", "all"}, "toLocaleDateString": {"date", "date"}, "toLocaleTimeString": {"time", "time"},
	} {
		err := r.setMethod(date, name, 0, func(call goja.FunctionCall) goja.Value {
			at := must(getTime(call.This))
			if math.IsNaN(at.ToFloat()) {
				return r.runtime.ToValue("Invalid Date")
			}
			asked := r.runtime.NewArray(wants[0], wants[1])
			return r.formatted(dateTimeFormat, name, at, call.Argument(0), call.Argument(1), asked)
		})
		if err != nil {
			return err
		}
	}
	return r.repairZoneName(date)
}

// repairZoneName names the zone in the text of a date as the edge does. The engine has its abbreviation.
func (r *Realm) repairZoneName(date *goja.Object) error {
	for _, name := range []string{"toString", "toTimeString"} {
		text := r.method(date, name)
		err := r.setMethod(date, name, 0, func(call goja.FunctionCall) goja.Value {
			value := must(text(call.This))
			if start, found := strings.CutSuffix(value.String(), " (UTC)"); found {
				return r.runtime.ToValue(start + " (Coordinated Universal Time)")
			}
			return value
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// american reports whether a locales argument requests American English or nothing.
func american(locales goja.Value) bool {
	if goja.IsUndefined(locales) {
		return true
	}
	if object, ok := locales.(*goja.Object); ok {
		if object.ClassName() != "Array" {
			return false
		}
		if object.Get("length").ToInteger() == 0 {
			return true
		}
		locales = object.Get("0")
	}
	name := locales.String()
	return name == "en-US" || name == "en"
}
