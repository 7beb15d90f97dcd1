package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var portalValue = &checker.Rule{
	ID:       "portal-value",
	Severity: diag.Error,
	Title:    "write and compare values that the property accepts",
	Why: "svc.portal.json lists the options of enumerations; the CRM rejects a record with another value, and a " +
		"search for such a value finds nothing",
	Hint:   "correct the value, or run 'svc types --portal' if the portal has the option now",
	Before: `await ctx.crm.objects.update('contacts', id, { properties: { lifecyclestage: 'custmer' } });`,
	After:  `await ctx.crm.objects.update('contacts', id, { properties: { lifecyclestage: 'customer' } });`,
	Run:    runPortalValue,
}

func runPortalValue(p *checker.Pass) {
	eachPortalProperty(p, func(use portalUse) {
		kind, property := use.find()
		if len(use.objects) != 1 || kind == "" {
			return // portal-property reports it, or the object type is one of several
		}
		for _, value := range use.values {
			if value.Text == "" {
				continue // clears the property
			}
			switch property.Type {
			case "enumeration":
				checkPortalOption(p, use.name, property.Options, property.Values(value.Text), value.At)
			case "bool":
				checkPortalOption(p, use.name, []string{"true", "false"}, []string{value.Text}, value.At)
			case "number":
				if _, err := strconv.ParseFloat(value.Text, 64); err != nil {
					p.Reportf(value.At, "the property %q is a number, not %s", use.name, quoteText(value.Text)).
						Hintf("write a number")
				}
			}
		}
	})
}

func checkPortalOption(p *checker.Pass, name string, options, values []string, at declared.Mark) {
	for _, value := range values {
		if len(options) > 0 && !slices.Contains(options, value) {
			p.Reportf(at, "the property %q has no option %s", name, quoteText(value)).Suggest(value, options)
		}
	}
}

var portalUnique = &checker.Rule{
	ID:       "portal-unique",
	Severity: diag.Error,
	Title:    "identify records by unique properties",
	Why: "the CRM finds a record by idProperty only if no two records can have the same value; svc.portal.json says " +
		"which properties are unique",
	Hint:   "use a unique property, or the record id without idProperty",
	Before: `await ctx.crm.objects.get('companies', name, { idProperty: 'name' });`,
	After:  `await ctx.crm.objects.get('companies', key, { idProperty: 'ledger_id' });`,
	Run:    runPortalUnique,
}

func runPortalUnique(p *checker.Pass) {
	eachPortalProperty(p, func(use portalUse) {
		kind, property := use.find()
		isID := strings.HasSuffix(use.name, "_object_id") // the record id
		if use.access != declared.IdentifiesByProperty || kind == "" || property.Unique || isID {
			return // portal-property reports a missing one
		}
		draft := p.Reportf(use.at, "idProperty %s is not unique in %s", quoteText(use.name), kind)
		var unique []string
		for name, other := range use.objects[kind].Properties {
			if other.Unique {
				unique = append(unique, name)
			}
		}
		if slices.Sort(unique); len(unique) > 0 {
			draft.Hintf("use a unique property: %s", oneOf(unique[:min(len(unique), 5)]))
		}
	})
}

var portalScope = &checker.Rule{
	ID:       "portal-scope",
	Severity: diag.Warning,
	Title:    "request scopes that the portal grants",
	Why: "svc.portal.json lists the scopes that the portal granted to the key that read it; a portal whose " +
		"subscription lacks a required scope cannot install the app",
	Hint:   "move the scope to optionalScopes, or add the permission to the key and run 'svc types --portal'",
	Before: `scopes: ['crm.objects.contacts.read', 'crm.objects.quotes.write'], // the portal grants the first`,
	After: `scopes: ['crm.objects.contacts.read'],
optionalScopes: ['crm.objects.quotes.write'],`,
	Run: runPortalScope,
}

// dataScope begins the scopes of records, which keys of people and of apps share. Others are of one kind of key.
const dataScope = "crm."

func runPortalScope(p *checker.Pass) {
	if p.Portal == nil || !slices.ContainsFunc(p.Portal.Scopes, isDataScope) {
		return // unknown
	}
	for _, item := range texts(appOption(p, "scopes")) {
		if isDataScope(item.Text) && !slices.Contains(p.Portal.Scopes, item.Text) {
			p.Reportf(item.At, "the portal did not grant the scope %s", quote(item))
		}
	}
}

func isDataScope(scope string) bool { return strings.HasPrefix(scope, dataScope) }
