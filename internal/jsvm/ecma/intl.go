package ecma

import (
	"math/big"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the zones of machines without a database of their own, 0.4 MB

	"github.com/dop251/goja"
)

// The members of Intl that the engine lacks. They exist, so that code may test for them, and throw when used.
var missingIntl = []string{"DisplayNames", "DurationFormat", "Locale", "Segmenter", "supportedValuesOf"}

// The names of classes that methods outside of Intl use.
const (
	numberFormat   = "NumberFormat"
	dateTimeFormat = "DateTimeFormat"
)

// intlClasses are the classes of Intl with scripts, which run when the class is first read.
var intlClasses = []struct {
	name, script string
	usesNumbers  bool
}{
	{numberFormat, "intl-numbers.js", false},
	{dateTimeFormat, "intl-dates.js", false},
	{"PluralRules", "intl-words.js", true},
	{"RelativeTimeFormat", "intl-words.js", true},
	{"ListFormat", "intl-words.js", true},
}

// intl is Intl for English. Its scripts run at the first use.
type intl struct {
	namespace *goja.Object
	host      *goja.Object
	core      *goja.Object // what intl.js returns
	zones     map[string]*time.Location
	classes   map[string]func() goja.Value // for toLocaleString, whatever a script makes of the global ones
	members   map[string]*goja.Object      // what the scripts return
	usual     map[string]goja.Value        // formatters without locales and options
}

// addIntl defines Intl. It is made when it is first read.
func (r *Realm) addIntl() error {
	return r.Lazy(r.runtime.GlobalObject(), "Intl", func() goja.Value { return r.loadIntl().namespace })
}

// loadIntl returns Intl.
func (r *Realm) loadIntl() *intl {
	if r.intl != nil {
		return r.intl
	}
	i := &intl{
		namespace: r.runtime.NewObject(), host: r.runtime.NewObject(), zones: map[string]*time.Location{},
		classes: map[string]func() goja.Value{}, members: map[string]*goja.Object{}, usual: map[string]goja.Value{},
	}
	for name, native := range map[string]func(goja.FunctionCall) goja.Value{
		"missing": func(call goja.FunctionCall) goja.Value { return r.Missing(call.Argument(0).String()) },
		"digits":  r.decimalDigits,
		"compare": func(call goja.FunctionCall) goja.Value {
			a, b := call.Argument(0).String(), call.Argument(1).String()
			return r.runtime.ToValue(r.compare(a, b, call.Argument(2), call.Argument(3)))
		},
		"zone":   func(call goja.FunctionCall) goja.Value { return r.runtime.ToValue(i.zone(call.Argument(0).String())) },
		"offset": func(call goja.FunctionCall) goja.Value { return i.offset(r, call) },
	} {
		check(i.host.Set(name, native))
	}
	i.core = r.call(must(r.Script(preludeScripts, "prelude/intl.js")), i.host).(*goja.Object)
	for _, name := range []string{"Collator", "getCanonicalLocales"} {
		check(hidden(i.namespace, name, i.core.Get(name)))
	}
	for _, c := range intlClasses {
		i.classes[c.name] = sync.OnceValue(func() goja.Value {
			arguments := []goja.Value{i.host, i.core}
			if c.usesNumbers {
				arguments = append(arguments, i.classes[numberFormat]())
			}
			return r.members("prelude/"+c.script, arguments).Get(c.name)
		})
		check(r.Lazy(i.namespace, c.name, i.classes[c.name]))
	}
	for _, name := range missingIntl {
		throwing := func(goja.ConstructorCall) *goja.Object { panic(r.Missing("Intl." + name)) }
		check(hidden(i.namespace, name, r.runtime.ToValue(throwing)))
	}
	tag := r.runtime.ToValue("Intl")
	check(i.namespace.DefineDataPropertySymbol(
		goja.SymToStringTag, tag, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE,
	))
	r.intl = i
	return i
}

// members returns what the function of a script returns. It is called once per realm.
func (r *Realm) members(script string, arguments []goja.Value) *goja.Object {
	if r.intl.members[script] == nil {
		r.intl.members[script] = r.call(must(r.Script(preludeScripts, script)), arguments...).(*goja.Object)
	}
	return r.intl.members[script]
}

// check rethrows an error of the engine.
func check(err error) { must(nil, err) }

// call calls a function of a script.
func (r *Realm) call(function goja.Value, arguments ...goja.Value) goja.Value {
	callable, _ := goja.AssertFunction(function) // the scripts are ours
	return must(callable(goja.Undefined(), arguments...))
}

// formatted returns `new Intl[class](locales, options, more).format(value)`. kind names the formatter without locales
// and options, which is made once.
func (r *Realm) formatted(class, kind string, value, locales, options, more goja.Value) goja.Value {
	isUsual := goja.IsUndefined(locales) && goja.IsUndefined(options)
	i := r.loadIntl()
	format := i.usual[kind]
	if !isUsual || format == nil {
		made, err := r.runtime.New(i.classes[class](), locales, options, more)
		if err != nil {
			panic(err)
		}
		format = made.Get("format")
	}
	if isUsual {
		i.usual[kind] = format
	}
	return r.call(format, value)
}

// zone returns the name of a time zone, or nil for none.
func (i *intl) zone(name string) any {
	switch upper := strings.ToUpper(name); upper {
	case "UTC", "GMT", "ETC/UTC", "ETC/GMT", "ETC/UCT", "UCT", "ETC/ZULU", "ZULU", "GMT0", "ETC/GMT0", "ETC/GREENWICH":
		return "UTC"
	case "", "LOCAL":
		return goja.Undefined()
	}
	for _, spelling := range []string{name, titled(name), strings.ToUpper(name)} {
		if location, err := time.LoadLocation(spelling); err == nil {
			i.zones[spelling] = location
			return spelling
		}
	}
	return goja.Undefined()
}

// titled writes a zone like most names of the database: America/New_York.
func titled(name string) string {
	text := []byte(strings.ToLower(name))
	for at := range text {
		if (at == 0 || strings.IndexByte("/_-", text[at-1]) >= 0) && text[at] >= 'a' && text[at] <= 'z' {
			text[at] -= 'a' - 'A'
		}
	}
	return string(text)
}

// offset returns the offset of a zone at a time, in seconds, and its abbreviation.
func (i *intl) offset(r *Realm, call goja.FunctionCall) goja.Value {
	location := i.zones[call.Argument(0).String()]
	if location == nil {
		location = time.UTC
	}
	name, offset := time.UnixMilli(int64(call.Argument(1).ToFloat())).In(location).Zone()
	return r.runtime.NewArray(offset, name)
}

// decimalDigits returns the digits of a decimal number times 10**shift, rounded half away from zero: (text, shift,
// mode, least, most). The mode is "f" for digits of the fraction, "s" for significant digits.
func (r *Realm) decimalDigits(call goja.FunctionCall) goja.Value {
	x, ok := new(big.Rat).SetString(call.Argument(0).String())
	if !ok {
		return r.runtime.ToValue("0")
	}
	x.Mul(x, power(int(call.Argument(1).ToInteger())))
	least, most := int(call.Argument(3).ToInteger()), int(call.Argument(4).ToInteger())
	if call.Argument(2).String() == "s" {
		most -= 1 + exponentOf(x)
		if most < 0 {
			whole := new(big.Rat).Mul(x, power(most)).FloatString(0)
			return r.runtime.ToValue(whole + strings.Repeat("0", -most))
		}
		x.SetString(x.FloatString(most)) // rounded, it may have another first digit: 9.99 is 10
		least -= 1 + exponentOf(x)
	}
	whole, fraction, _ := strings.Cut(x.FloatString(most), ".")
	for len(fraction) > max(0, least) && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return r.runtime.ToValue(whole)
}

// power returns 10**exponent.
func power(exponent int) *big.Rat {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	if exponent < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), ten)
	}
	return new(big.Rat).SetInt(ten)
}

// exponentOf returns the exponent of the first digit of a number: 2 for 123, 0 for 0.
func exponentOf(x *big.Rat) int {
	if x.Sign() == 0 {
		return 0
	}
	exponent := len(new(big.Int).Quo(x.Num(), x.Denom()).String()) - 1
	if exponent > 0 || x.Cmp(big.NewRat(1, 1)) >= 0 {
		return exponent
	}
	small := new(big.Rat).Set(x)
	for exponent = 0; small.Cmp(big.NewRat(1, 1)) < 0; exponent-- {
		small.Mul(small, big.NewRat(10, 1))
	}
	return exponent
}
