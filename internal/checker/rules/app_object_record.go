package rules

import (
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/typo"
)

var appObjectRecord = &checker.Rule{
	ID:       "app-object-record",
	Severity: diag.Error,
	Title:    "write records that fit the declared app object",
	Why: "the CRM rejects a record of an app object that is missing a required property, or that has an unknown " +
		"property or an invalid value",
	Hint: "use the declared properties and options",
	Before: `properties: { fuel: { type: 'enumeration', options: ['petrol', 'electric'] } },
// in a handler
await ctx.appObjects.create(car, { properties: { fuel: 'elektric' } });`,
	After: `properties: { fuel: { type: 'enumeration', options: ['petrol', 'electric'] } },
// in a handler
await ctx.appObjects.create(car, { properties: { fuel: 'electric' } });`,
	Run: runAppObjectRecord,
}

// ownName matches names of properties that the CRM adds to each object type.
var ownName = lazyregexp.New(`^(hs|hubspot|crm|a\d+)_|^(createdate|lastmodifieddate)$`)

func runAppObjectRecord(p *checker.Pass) {
	var objects appObjects
	eachUse(p, declared.OwnRecord, func(use declared.Use) {
		if objects == nil {
			objects = appObjectsOf(p)
		}
		object := objects[use.Occurrence.Event]
		if object == nil || !object.Options.Get("properties").IsObject() {
			return // context-reference and missing-option report it
		}
		method := use.Path[len(use.Path)-1]
		if o := use.Occurrence; method != "get" && o.PropertiesAt.IsZero() && !o.Others {
			p.Reportf(use.At, "a record of %s lacks properties", describe(object)).Hintf("pass { properties: { … } }")
		}
		if method == "create" {
			checkRecordRequired(p, object, use)
		}
		for i := range use.Occurrence.Properties {
			checkRecordProperty(p, object, &use.Occurrence.Properties[i], method)
		}
	})
}

func checkRecordRequired(p *checker.Pass, object *declared.Declaration, use declared.Use) {
	o := use.Occurrence
	if o.PropertiesAt.IsZero() || o.OtherProperties {
		return
	}
	var missing []string
	for _, name := range texts(object.Options.Get("requiredProperties")) {
		wanted := propertyOf(object, name.Text)
		isSent := func(s declared.SentProperty) bool {
			return !s.IsAbsent && meantProperty(object, s.Name) == wanted
		}
		if wanted != nil && !slices.ContainsFunc(o.Properties, isSent) {
			missing = append(missing, strconv.Quote(name.Text))
		}
	}
	reportLacking(p, o.PropertiesAt, "a record of "+describe(object), "the required property", missing)
}

// meantProperty returns the property that a name is, or nearly is: checkRecordProperty reports the name then.
func meantProperty(object *declared.Declaration, name string) *declared.Value {
	if property := propertyOf(object, name); property != nil {
		return property
	}
	if near := typo.Nearest(name, propertyNames(object)); near != "" {
		return propertyOf(object, near)
	}
	return nil
}

// checkRecordProperty checks a property that a call names. A record can have properties that the CRM adds. Those that
// are read may be any of the CRM's, unless the name is nearly that of a declared property.
func checkRecordProperty(
	p *checker.Pass, object *declared.Declaration, sent *declared.SentProperty, method string,
) {
	declaration := propertyOf(object, sent.Name)
	if declaration != nil {
		field{role: roleObject, name: sent.Name, value: declaration, owner: object}.checkSent(p, *sent)
		return
	}
	names := propertyNames(object)
	if typo.Nearest(sent.Name, names) == "" && (method == "get" || ownName().MatchString(sent.Name)) {
		return
	}
	reportUnknownProperty(p, object, sent, names)
}
