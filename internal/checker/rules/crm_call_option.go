package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var crmCallOption = &checker.Rule{
	ID:       "crm-call-option",
	Severity: diag.Error,
	Title:    "pass only options that the methods of ctx.crm have",
	Why: "the CRM rejects an unknown operator or direction, an incomplete search and a number above its maximum; it " +
		"ignores a misspelled option",
	Hint: "correct the option",
	Before: `await ctx.crm.objects.search('contacts', {
  filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQUALS', value: email }] }],
  limit: 500,
});`,
	After: `await ctx.crm.objects.search('contacts', {
  filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: email }] }],
  limit: 200,
});`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.CallOptions, func(use declared.Use) { checkCallOptions(p, use) })
	},
}

// callOptions are the options of a method of ctx.crm.
type callOptions struct {
	argument int
	options  []option
	maxLimit int // the largest value of limit, 0 for none
}

// optionsOfCall returns the options of a method. There are none if it is unknown or has no options.
func optionsOfCall(method string) []callOptions {
	switch method {
	case "crm.budget":
		return []callOptions{{0, crmBudgetOptions, 0}}
	case "crm.request":
		return []callOptions{{2, crmRequestOptions, 0}}
	case "crm.objects.get":
		return []callOptions{{2, crmGetOptions, 0}}
	case "crm.objects.list":
		return []callOptions{{1, crmListOptions, platform.ListPage}}
	case "crm.objects.search":
		return []callOptions{{1, crmSearchOptions, platform.SearchPage}}
	case "crm.objects.create", "crm.batch.objects.create":
		return []callOptions{{1, crmCreateInput, 0}}
	case "crm.objects.update":
		return []callOptions{{2, crmUpdateInput, 0}, {3, crmUpdateOptions, 0}}
	case "crm.objects.upsert", "crm.batch.objects.upsert":
		return []callOptions{{1, crmUpsertInput, 0}}
	case "crm.batch.objects.read":
		return []callOptions{{2, crmBatchReadOptions, 0}}
	case "crm.batch.objects.update":
		return []callOptions{{1, crmBatchUpdateInput, 0}}
	case "crm.associations.list":
		return []callOptions{{2, crmAssociationListOptions, platform.AssociationsPage}}
	case "crm.conversations.customChannels.messages.create":
		return []callOptions{{1, crmMessageInput, 0}}
	case "crm.conversations.customChannels.messages.update":
		return []callOptions{{2, crmMessageStatus, 0}}
	}
	return nil
}

func checkCallOptions(p *checker.Pass, use declared.Use) {
	method := strings.Join(use.Path, ".")
	call := "ctx." + method
	if use.Text != "" {
		call = "the search of ctx." + use.Text
	}
	for _, of := range optionsOfCall(method) {
		if of.argument >= len(use.Args.Items) {
			continue
		}
		c := callCheck{p, call, of.maxLimit}
		if records := use.Args.Items[of.argument]; records.IsObject() && strings.HasPrefix(method, "crm.batch.") &&
			method != "crm.batch.objects.read" {
			p.Reportf(records.At, "the records of %s must be an array, not an object", call).
				Hintf("pass the list itself, as in [{ properties: { … } }]")
			continue
		}
		c.values(c.call, of.options, use.Args.Items[of.argument])
		if method == "crm.objects.search" {
			c.searchSize(use.Args.Items[of.argument])
		}
	}
}

// callCheck checks the options of one call.
type callCheck struct {
	*checker.Pass
	call     string
	maxLimit int
}

// elementNames are what messages call the elements of lists.
var elementNames = map[string]string{
	"filterGroups": "a group of filters", "filters": "a filter", "sorts": "a sort",
}

// values checks the objects that a value can be or that are in it. owner is what they belong to in messages.
func (c callCheck) values(owner string, options []option, v *declared.Value) {
	for _, item := range v.Items {
		c.values(owner, options, item)
	}
	if !v.IsObject() {
		return
	}
	for _, member := range v.Members {
		at := slices.IndexFunc(options, func(o option) bool { return o.name == member.Name })
		if at < 0 {
			c.unknown(owner, options, v, member)
			continue
		}
		c.member(owner, options[at], member.Value)
	}
	c.lacking(owner, options, v)
	if v.Get("operator").IsString() {
		c.filter(owner, options, v)
	}
}

// unknown reports a member that is not an option and is nearly the name of one that the object lacks.
func (c callCheck) unknown(owner string, options []option, of *declared.Value, member declared.Member) {
	known := namesOf(options)
	near := typo.Nearest(member.Name, known)
	switch {
	case member.Value.IsAbsent():
		return
	case owner == "ctx.crm.request" && near == "" && !of.Open: // svc itself reads the options
		c.Reportf(member.Value.At, "%s has the unknown option %q", owner, member.Name).
			Hintf("remove it, or write it in query: the options are %s", strings.Join(known, ", "))
		return
	case near == "" || !of.Get(near).At.IsZero():
		return // the CRM may have an option that the types lack
	}
	c.Reportf(member.Value.At, "%s has the unknown option %q", owner, member.Name).
		SuggestName(member.Name, known, of)
}

// lacking reports that an object lacks an option that every call has, unless it has a misspelled one.
func (c callCheck) lacking(owner string, options []option, v *declared.Value) {
	if v.Open {
		return
	}
	for _, o := range options {
		if o.required && v.Get(o.name).IsAbsent() && !isMisspelt(o.name, namesOf(options), memberNames(v)) {
			c.Reportf(v.At, "%s lacks %s", owner, o.name).Hintf("add %s", o.name)
		}
	}
}

// maxElements are how many elements the CRM takes in the lists of a search.
var maxElements = map[string]int{
	"filterGroups": platform.SearchGroups, "filters": platform.GroupFilters, "sorts": platform.SearchSorts,
}

// elements reports a list with more elements than the CRM takes.
func (c callCheck) elements(owner string, o option, v *declared.Value) {
	items := certainItems(v)
	if most := maxElements[o.name]; most > 0 && v.IsArray() && len(items) > most {
		c.Reportf(items[most].At, "%s of %s takes at most %d, not %d", o.name, owner, most, len(items)).
			Hintf("remove elements, or search several times")
	}
}

func (c callCheck) member(owner string, o option, v *declared.Value) {
	c.propertyNames(owner, o, v)
	switch {
	case slices.Contains(listOptions, o.name) && isOtherThanList(o, v):
		c.Reportf(v.At, "%s of %s must be an array, not %s", o.name, owner, quote(v)).
			Hintf("write the value in brackets: [...]")
	case o.name == "properties" && v.IsObject():
		c.propertyValues(v)
	case o.name == "limit" && c.maxLimit > 0:
		c.limit(owner, v)
	case o.form == formWord:
		c.word(owner, o, v)
	case o.each != nil || o.members != nil:
		c.elements(owner, o, v)
		name := elementNames[o.name]
		if name == "" {
			name = o.name
		}
		c.values(name+" of "+c.call, slices.Concat(o.each, o.members), v)
	}
}

// listOptions are the options that are lists in every method, and in a body too, or the properties to read.
var listOptions = []string{
	"properties", "propertiesWithHistory", "associations", "filterGroups", "filters", "sorts", "values",
}

// isOtherThanList reports whether the value of a list is surely another one.
func isOtherThanList(o option, v *declared.Value) bool {
	isList := o.form == formList || o.form == formTextList || o.name == "sorts" || o.name == "values"
	return isList && (v.IsString() || v.IsBool() || v.IsNumber())
}

// propertyNames reports names of properties that none can have.
func (c callCheck) propertyNames(owner string, o option, v *declared.Value) {
	if !slices.Contains([]string{"propertyName", "properties", "propertiesWithHistory", "sorts"}, o.name) {
		return
	}
	for _, item := range v.Items {
		c.propertyNames(owner, o, item)
	}
	if v.IsString() && strings.ContainsAny(v.Text, " \t") {
		draft := c.Reportf(v.At, "%s of %s names the property %s, and names have no spaces", o.name, owner, quote(v)).
			Hintf("write the name of the property, not its label")
		if o.name == "sorts" {
			draft.Hintf("write '-amount' for descending order")
		}
	}
}

// propertyValues reports values of properties that the CRM refuses.
func (c callCheck) propertyValues(properties *declared.Value) {
	for _, member := range properties.Members {
		v := member.Value
		shape := cmp.Or(v.Kind, v.Shape)
		if shape != declared.Array && shape != declared.Object && shape != declared.Function {
			continue
		}
		draft := c.Reportf(v.At, "the value of property %s in %s must be a string, a number, true, false or null, not %s %s",
			quoteText(member.Name), c.call, article(shape.String()), shape)
		switch shape {
		case declared.Array:
			draft.Hintf("join the choices of a property with several values with semicolons: 'a;b'")
		case declared.Object:
			draft.Hintf("write the value itself, or JSON.stringify(…) for a property that holds JSON as text")
		default:
			draft.Hintf("call the function")
		}
	}
}

// word reports a text that a value can be and that is not a word of its option.
func (c callCheck) word(owner string, o option, v *declared.Value) {
	if v.Shape == declared.Unknown {
		for _, one := range v.Items {
			c.word(owner, o, one)
		}
		return
	}
	if v.IsString() && !slices.Contains(o.words, v.Text) {
		c.Reportf(v.At, "%s of %s must be %s, not %s", o.name, owner, oneOf(o.words), quote(v)).Suggest(v.Text, o.words)
	}
}

func (c callCheck) limit(owner string, v *declared.Value) {
	if v.Shape == declared.Unknown {
		for _, one := range v.Items {
			c.limit(owner, one)
		}
		return
	}
	if v.IsNumber() && (!isWhole(v) || v.Num < 1 || v.Num > float64(c.maxLimit)) {
		c.Reportf(v.At, "limit of %s must be a whole number from 1 to %d, not %s", owner, c.maxLimit, quote(v)).
			Hintf("read the other pages with after")
	}
}

// filter reports a filter whose operator lacks what it compares with, or takes nothing.
func (c callCheck) filter(owner string, options []option, v *declared.Value) {
	operator := v.Get("operator").Text
	takes, known := platform.FilterTakes(operator)
	if !known {
		return // reported as a word
	}
	at := v.Get("operator").At
	lacks := func(name string) bool {
		value := v.Get(name)
		isMisspelt := func(m declared.Member) bool {
			return !isMember(options, m.Name) && typo.Nearest(m.Name, []string{name}) != ""
		}
		return !v.Open && (value.IsAbsent() || value.Shape == declared.Null) && !slices.ContainsFunc(v.Members, isMisspelt)
	}
	value, values := v.Get("value"), v.Get("values")
	switch {
	case takes == platform.NoValue && isGiven(value):
		c.Reportf(value.At, "%s has the operator %s, which takes no value", owner, operator).Hintf("remove value")
	case takes == platform.NoValue && isGiven(values):
		c.Reportf(values.At, "%s has the operator %s, which takes no value", owner, operator).Hintf("remove values")
	case takes == platform.ListValue && lacks("values"):
		c.Reportf(at, "%s has the operator %s without values", owner, operator).Hintf("add values: [...]")
	case takes == platform.ListValue && values.IsArray() && !values.Open && len(values.Items) == 0:
		c.Reportf(values.At, "%s has the operator %s with an empty list of values", owner, operator).
			Hintf("add a value, or leave the filter out")
	case takes <= platform.TwoValues && lacks("value"):
		c.Reportf(at, "%s has the operator %s without value", owner, operator).Hintf("add value")
	case takes == platform.TwoValues && lacks("highValue"):
		c.Reportf(at, "%s has the operator %s without highValue", owner, operator).Hintf("add highValue")
	}
}

// isGiven reports whether a member has a value in the source that is a text, a number, true, false or a list.
func isGiven(v *declared.Value) bool {
	return v.IsString() || v.IsNumber() || v.IsBool() || v.IsArray() && len(v.Items) > 0
}
