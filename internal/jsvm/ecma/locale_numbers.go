package ecma

import (
	"math"
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

// numberOptions are the supported options of Intl.NumberFormat.
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
	// FloatString rounds halves away from zero, as Intl does.
	whole, fraction, _ := strings.Cut(exact.FloatString(o.most), ".")
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

// group inserts commas between thousands.
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
