package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var callArgument = &checker.Rule{
	ID:       "call-argument",
	Severity: diag.Error,
	Title:    "pass arguments that the methods of ctx accept",
	Why: "ctx.store, ctx.later, ctx.sync, ctx.billing, ctx.http, ctx.appObjects, ctx.appEvents, ctx.crm.request, " +
		"ctx.crm.objects and ctx.crm.associations validate their arguments, and reject when the handler runs; they " +
		"ignore an option that they do not have",
	Hint:   "correct the argument",
	Before: `await ctx.later('remind', {}, { after: '1 hour' });`,
	After:  `await ctx.later('remind', {}, { after: '1h' });`,
	Run:    runCallArgument,
}

func runCallArgument(p *checker.Pass) {
	eachUse(p, declared.CallArguments, func(use declared.Use) {
		c := argumentCheck{p, calledName(use), use}
		if c.isFetch() {
			c.bodyOfGet()
		}
		for i, a := range callArguments[strings.Join(use.Path, ".")] {
			c.argument(i, a)
		}
	})
	eachUse(p, declared.ChangingKey, func(use declared.Use) {
		last := len(use.Path) - 1
		p.Reportf(use.At, "%s of ctx.%s is new in each call, so it identifies nothing", use.Path[last],
			strings.Join(use.Path[:last], ".")).
			Hintf("make it of what is counted, such as the id of an invoice: a repeated call has the same key").Warn()
	})
	eachUse(p, declared.LacksContext, func(use declared.Use) {
		function := use.Path[0]
		p.Reportf(use.At, "%s has one argument, and needs two: the context and %s", function, secondArguments[function]).
			Hintf("pass the context of the handler first: %s(ctx, …)", function)
	})
	for _, call := range p.Calls {
		checkCalledURL(p, call)
	}
}

// secondArguments are the arguments after the context, by function.
var secondArguments = map[string]string{"lookupInstall": "the id of a portal", "handOff": "a request"}

// argument is one argument of a method.
type argument struct {
	name string
	// expected is nil for any value.
	expected expectation
	optional bool
	// each is about the elements of a list of ids.
	each    expectation
	options []argumentOption // of an object, if the runtime validates them
	// known are all options of an object, by the types of the SDK.
	known []option
	// oneOf are options of which a call has exactly one.
	oneOf []string
}

// argumentOption is a member of an argument.
type argumentOption struct {
	name     string
	expected expectation
	required bool
}

// callArguments are the arguments that the runtime validates, by method.
var callArguments = map[string][]argument{
	"store.get":    {{name: "the key", expected: storeKey}, {optional: true, known: storeGetOptions}},
	"store.delete": {{name: "the key", expected: storeKey}},
	"store.put": {
		{name: "the key", expected: storeKey}, {name: "the value", expected: storedValue},
		{optional: true, known: storePutOptions, options: []argumentOption{{name: "ttl", expected: timeToLive}}},
	},
	"store.update": {
		{name: "the key", expected: storeKey}, {name: "the second argument", expected: updateFunction},
		{optional: true, known: storeUpdateOptions, options: []argumentOption{{name: "ttl", expected: timeToLive}}},
	},
	"store.list": {
		{name: "the prefix", expected: anyText, optional: true},
		{
			optional: true, known: storeListOptions,
			options: []argumentOption{{name: "limit", expected: wholeNumber}, {name: "after", expected: anyText}},
		},
	},
	"later": {
		{}, {},
		{
			name: "the third argument", known: laterOptions, oneOf: []string{"after", "at"}, options: []argumentOption{
				{name: "after", expected: delay}, {name: "at", expected: timeOfCall}, {name: "id", expected: textUpTo(maxLaterID)},
			},
		},
	},
	"later.cancel": {{name: "the id", expected: textUpTo(maxLaterID)}},
	"later.list": {
		{
			optional: true, known: laterListOptions,
			options: []argumentOption{{name: "limit", expected: countUpTo(maxLaterList)}},
		},
	},
	"sync.setCursor":  {{name: "the cursor", expected: cursor, optional: true}},
	"sync.checkpoint": {{name: "the id", expected: filledText}},
	"billing.recordUsage": {
		{}, {name: "the quantity", expected: quantity}, {name: "the third argument", known: usageOptions, options: usageKey},
	},
	"billing.recordCredit": {
		{}, {name: "the quantity", expected: quantity}, {name: "the third argument", known: creditOptions, options: credit},
	},
	"crm.objects.get":           {{}, recordArgument, readOptions},
	"crm.objects.list":          {{}, readOptions},
	"crm.objects.update":        {{}, recordArgument},
	"crm.objects.archive":       {{}, recordArgument},
	"crm.batch.objects.read":    {{}, recordsArgument, readOptions},
	"crm.batch.objects.archive": {{}, recordsArgument},
	"appObjects.get":            {{}, recordArgument, readOptions},
	"appObjects.update":         {{}, recordArgument},
	"appObjects.archive":        {{}, recordArgument},
	"appEvents.send":            {{}, {name: "the occurrence", expected: anyObject}},
	"appEvents.sendBatch":       {{}, {name: "the occurrences", expected: anyArray}},
	"crm.associations.list":     {{name: "the record", options: record}, {}, readOptions},
	"crm.associations.create":   {firstRecord, secondRecord},
	"crm.associations.archive":  {firstRecord, secondRecord},
	"crm.request":               {{name: "the method", expected: httpMethod}, {name: "the path", expected: crmPath}},
	"http.get":                  {{}, {optional: true, known: httpRequestOptions}},
	"http.delete":               {{}, {optional: true, known: httpRequestOptions}},
	"http.post":                 {{}, {}, {optional: true, known: httpRequestOptions}},
	"http.put":                  {{}, {}, {optional: true, known: httpRequestOptions}},
	"http.patch":                {{}, {}, {optional: true, known: httpRequestOptions}},
	"http.fetch":                fetchArguments,
	"fetch":                     fetchArguments,
}

var (
	record = []argumentOption{
		{name: "objectType", expected: filledText, required: true}, {name: "id", expected: recordID, required: true},
	}
	recordArgument  = argument{name: "the id", expected: recordID}
	readOptions     = argument{name: "the options", expected: anyObject, optional: true}
	recordsArgument = argument{name: "the ids", expected: anyArray, each: recordID}
	firstRecord     = argument{name: "the first record", options: record}
	secondRecord    = argument{name: "the second record", options: record}
	usageKey        = []argumentOption{{name: "idempotencyKey", expected: textUpTo(maxUsageKey), required: true}}
	credit          = append(usageKey, argumentOption{name: "reason", expected: filledText, required: true})
)

// argumentCheck checks the arguments of one call.
type argumentCheck struct {
	*checker.Pass
	call string
	use  declared.Use
}

func (c argumentCheck) argument(i int, a argument) {
	if i >= len(c.use.Args.Items) {
		if isNeeded := a.expected != nil || len(a.options) > 0; isNeeded && !a.optional && !c.use.Args.Open {
			c.Reportf(c.use.At, "%s lacks %s", c.call, a.name).Hintf("%s", a.lacking())
		}
		return
	}
	v := c.use.Args.Items[i]
	switch {
	case a.optional && v.Shape == declared.Undefined:
	case a.options != nil || a.known != nil:
		c.object(a, v)
	case a.expected != nil && a.optional:
		c.value(a.name+" of "+c.call, a.expected.orUndefined, v) // one of several values can be undefined
	case a.expected != nil:
		c.value(a.name+" of "+c.call, a.expected, v)
	}
	if a.each != nil {
		for _, item := range v.Items {
			c.value("an id of "+c.call, a.each, item)
		}
	}
}

// lacking says what to add for an argument.
func (a argument) lacking() string {
	var names []string
	for _, o := range a.options {
		if o.required {
			names = append(names, o.name)
		}
	}
	switch {
	case len(a.oneOf) > 0:
		return "pass an object with " + strings.Join(a.oneOf, " or ")
	case len(names) > 0:
		return "pass an object with " + strings.Join(names, " and ")
	}
	if len(a.known) > 0 {
		return "pass an object with " + orList(namesOf(a.known))
	}
	return "pass it as the reference of the method says"
}

// value reports each value of the source that an argument can have and the runtime refuses.
func (c argumentCheck) value(name string, expected expectation, v *declared.Value) {
	if v.Shape == declared.Unknown || v.Shape == declared.Repeated {
		for _, one := range v.Items {
			c.value(name, expected, one)
		}
		if wanted, got := expected.refusesAll(v); wanted != "" {
			c.refused(v, name, wanted, got)
		}
		return
	}
	if wanted := expected(v); wanted != "" {
		c.refused(v, name, wanted, quote(v))
	}
}

func (c argumentCheck) refused(v *declared.Value, name, wanted, got string) {
	draft := c.Reportf(v.At, "%s must be %s, not %s", name, wanted, got)
	switch {
	case v.IsNumber() && strings.HasPrefix(wanted, longestDuration):
		draft.Hintf("a number is in seconds, from now: write a string with the unit, such as '7d'")
	case v.IsArray() && wanted == anyObject(v) && c.use.Path[0] != "appEvents":
		draft.Hintf("pass an object that names the options, such as { properties: ['email'] }")
	case strings.HasPrefix(wanted, timeOfCallForm):
		draft.Hintf("pass a Date, or calculate with Date.now(); for a time from now, use after: '1h'")
	}
}

// object checks the options of a call.
func (c argumentCheck) object(a argument, v *declared.Value) {
	if v.Shape == declared.Unknown {
		for _, one := range v.Items {
			c.object(a, one)
		}
		if _, got := expectation(anyObject).refusesAll(v); got != "" {
			c.notAnObject(a, v, got)
		}
		return
	}
	if !v.IsObject() {
		if v.Shape != declared.Reference && v.Shape != declared.Undefined {
			c.notAnObject(a, v, quote(v))
		}
		return
	}
	c.members(a, v)
	for _, o := range a.options {
		switch member := v.Get(o.name); {
		case !member.IsAbsent():
			c.value(o.name+" of "+c.call, o.expected.orUndefined, member)
		case o.required && !v.Open && !a.isMisspelt(o.name, v):
			c.Reportf(v.At, "%s lacks %s", c.call, o.name).Hintf("add %s", o.name)
		}
	}
	c.oneOf(a, v)
}

func (c argumentCheck) notAnObject(a argument, v *declared.Value, got string) {
	name := cmp.Or(a.name, "the options")
	c.Reportf(v.At, "%s of %s must be an object, not %s", name, c.call, got).Hintf("%s", a.lacking())
}

// oneOf reports options that lack the one that they need, or have two.
func (c argumentCheck) oneOf(a argument, v *declared.Value) {
	var given []string
	for _, name := range a.oneOf {
		if v.Has(name) {
			given = append(given, name)
		}
	}
	switch {
	case len(given) > 1 && v.Get(given[0]).Shape != declared.Unknown && v.Get(given[1]).Shape != declared.Unknown:
		c.Reportf(v.Get(given[1]).At, "%s has both %s and %s", c.call, given[0], given[1]).Hintf("keep one of them")
	case slices.ContainsFunc(a.oneOf, func(name string) bool { return a.isMisspelt(name, v) }):
	case len(a.oneOf) > 0 && len(given) == 0 && !v.Open:
		c.Reportf(v.At, "%s has neither %s", c.call, strings.Join(a.oneOf, " nor ")).
			Hintf("add after: '1h', or at with a Date")
	}
}

// schemelessURL matches a host, and one on this machine, without a scheme before it.
var schemelessURL = lazyregexp.New(`^(localhost|[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)+)(:\d+)?(/|\?|$)`)

// checkCalledURL reports a URL of ctx.http and fetch that is not absolute.
func checkCalledURL(p *checker.Pass, call declared.Call) {
	if !isHTTPCall(call.Path) || len(call.Args) == 0 || call.Args[0].List != nil {
		return
	}
	start := call.Args[0].Text + call.Args[0].Head
	lacksScheme := schemelessURL().MatchString(start) && (call.Args[0].Known || strings.Contains(start, "/"))
	if strings.HasPrefix(start, "/") || strings.HasPrefix(start, ".") || lacksScheme {
		p.Reportf(call.ArgAt, "the URL of %s must be absolute, not %s", strings.Join(call.Path, "."), quoteText(start)).
			Hintf("write the URL with https:// and the host")
	}
}
