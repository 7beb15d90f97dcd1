// This file formats numbers and dates in American English, the edge's default, and compares strings by
// the rules of a language. The engine takes the locale argument for a radix, or ignores it. What needs
// more of Intl than this throws an error that names it, rather than giving a wrong text.

package ecma

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

func (r *Realm) repairLocale() error {
	number, bigInt := r.builtin("Number", "prototype"), r.builtin("BigInt", "prototype")
	valueOf, bigValueOf := r.method(number, "valueOf"), r.method(bigInt, "toString")
	err := r.setMethod(number, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		x := must(valueOf(call.This)).ToFloat()
		return r.runtime.ToValue(formatNumber(x, r.numberOptions("Number", call)))
	})
	if err != nil {
		return err
	}
	err = r.setMethod(bigInt, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		r.numberOptions("BigInt", call)
		return r.runtime.ToValue(group(must(bigValueOf(call.This)).String()))
	})
	if err != nil {
		return err
	}
	if err := r.repairDates(); err != nil {
		return err
	}
	return r.repairCompare()
}

// american reports whether a locales argument asks for American English, or for nothing.
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

// numberOptions are the members of Intl.NumberFormat's options that are understood here.
type numberOptions struct {
	least, most int
	group       bool
	percent     bool
}

func (r *Realm) numberOptions(class string, call goja.FunctionCall) numberOptions {
	o := numberOptions{most: 3, group: true}
	missing := func(what string) {
		panic(r.Missing(class + ".prototype.toLocaleString " + what + " (Intl.NumberFormat)"))
	}
	if !american(call.Argument(0)) {
		missing("in " + call.Argument(0).String())
	}
	options, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return o
	}
	if style := options.Get("style"); style != nil && style.String() == "percent" {
		o.percent, o.most = true, 0
	}
	for _, name := range options.Keys() {
		value := options.Get(name)
		switch {
		case goja.IsUndefined(value):
		case name == "style" && (value.String() == "decimal" || value.String() == "percent"):
		case name == "minimumFractionDigits":
			o.least = r.fractionDigits(name, value)
		case name == "maximumFractionDigits":
			o.most = r.fractionDigits(name, value)
		case name == "useGrouping" && !value.ToBoolean():
			o.group = false
		case name == "useGrouping" && value.SameAs(r.runtime.ToValue(true)):
		default:
			missing("with " + name)
		}
	}
	given := options.Get("maximumFractionDigits")
	if given == nil || goja.IsUndefined(given) {
		o.most = max(o.most, o.least)
	} else if o.least > o.most {
		if least := options.Get("minimumFractionDigits"); least != nil && !goja.IsUndefined(least) {
			panic(r.rangeError("maximumFractionDigits value is out of range."))
		}
		o.least = o.most
	}
	return o
}

func (r *Realm) fractionDigits(name string, value goja.Value) int {
	digits := value.ToFloat()
	if math.IsNaN(digits) || digits < 0 || digits > 100 {
		panic(r.rangeError(name + " value is out of range."))
	}
	return int(digits)
}

func formatNumber(x float64, o numberOptions) string {
	sign, suffix := "", ""
	if o.percent {
		suffix = "%"
	}
	if math.Signbit(x) {
		sign, x = "-", -x
	}
	switch {
	case math.IsNaN(x):
		return "NaN" + suffix
	case math.IsInf(x, 0):
		return sign + "∞" + suffix
	}
	exact := new(big.Rat).SetFloat64(x)
	if o.percent {
		exact.Mul(exact, big.NewRat(100, 1))
	}
	whole, fraction, _ := strings.Cut(exact.FloatString(o.most), ".") // rounds halves away from zero, as Intl does
	for len(fraction) > o.least && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if o.group {
		whole = group(whole)
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + whole + suffix
}

// group puts commas between thousands.
func group(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// repairDates formats dates as en-US does, in UTC: the edge knows no other zone.
func (r *Realm) repairDates() error {
	date := r.builtin("Date", "prototype")
	getTime := r.method(date, "getTime")
	for name, layout := range map[string]string{
		"toLocaleString": "1/2/2006, 3:04:05 PM", "toLocaleDateString": "1/2/2006", "toLocaleTimeString": "3:04:05 PM",
	} {
		err := r.setMethod(date, name, 0, func(call goja.FunctionCall) goja.Value {
			ms := must(getTime(call.This)).ToFloat()
			r.checkDateOptions(name, call)
			if math.IsNaN(ms) {
				return r.runtime.ToValue("Invalid Date")
			}
			return r.runtime.ToValue(time.UnixMilli(int64(ms)).UTC().Format(layout))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Realm) checkDateOptions(method string, call goja.FunctionCall) {
	if !american(call.Argument(0)) {
		panic(r.Missing(fmt.Sprintf("Date.prototype.%s in %s (Intl.DateTimeFormat)", method, call.Argument(0))))
	}
	options, ok := call.Argument(1).(*goja.Object)
	if !ok {
		return
	}
	for _, name := range options.Keys() {
		value := options.Get(name)
		if goja.IsUndefined(value) || name == "timeZone" && value.String() == "UTC" {
			continue
		}
		panic(r.Missing(fmt.Sprintf("Date.prototype.%s with %s (Intl.DateTimeFormat)", method, name)))
	}
}

// repairCompare makes localeCompare listen to its locale and options.
func (r *Realm) repairCompare() error {
	text := r.builtin("String", "prototype")
	plain := r.method(text, "localeCompare")
	collators := map[string]*collate.Collator{}
	return r.setMethod(text, "localeCompare", 1, func(call goja.FunctionCall) goja.Value {
		if american(call.Argument(1)) && goja.IsUndefined(call.Argument(2)) {
			return must(plain(call.This, call.Arguments...))
		}
		a, b := r.stringThis(call, "localeCompare").String(), call.Argument(0).String()
		key, tag, options := r.collation(call.Argument(1), call.Argument(2))
		if collators[key] == nil {
			collators[key] = collate.New(tag, options...)
		}
		return r.runtime.ToValue(collators[key].CompareString(a, b))
	})
}

// collation reads the arguments of localeCompare; key tells one result from another.
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
		case "numeric=false", "sensitivity=variant", "usage=sort", "usage=search", "ignorePunctuation=false", "caseFirst=false":
		default:
			panic(r.Missing("String.prototype.localeCompare with " + setting + " (Intl.Collator)"))
		}
		key += " " + name + "=" + value.String()
	}
	return key, tag, options
}
