package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

// appObjects are the app objects of a project by id.
type appObjects map[string]*declared.Declaration

func appObjectsOf(p *checker.Pass) appObjects {
	all := appObjects{}
	for _, d := range ofKind(p, declared.AppObject) {
		if d.ID != "" && all[d.ID] == nil {
			all[d.ID] = d
		}
	}
	return all
}

// named returns the app object that a value names, by reference or by id, or nil.
func (all appObjects) named(v *declared.Value) *declared.Declaration {
	if v.IsRef(declared.AppObject) {
		return v.Ref
	}
	return all[v.Text]
}

// propertyOf returns the property of an app object or event with a key or name, or nil.
func propertyOf(d *declared.Declaration, name string) *declared.Value {
	for _, member := range d.Options.Get("properties").Members {
		if member.Value.IsAbsent() {
			continue
		}
		if member.Name == name || member.Value.Get("name").Text == name {
			return member.Value
		}
	}
	return nil
}

// propertyNames returns the names of the properties of an app object or event.
func propertyNames(d *declared.Declaration) []string {
	var names []string
	for _, member := range d.Options.Get("properties").Members {
		if given := member.Value.Get("name"); hasText(given) {
			names = append(names, given.Text)
		} else if !member.Value.IsAbsent() {
			names = append(names, member.Name)
		}
	}
	return names
}

// hintProperty lists the properties of an app object or event in a hint, or suggests the most similar one.
func hintProperty(draft *checker.Draft, d *declared.Declaration, name string) {
	names := propertyNames(d)
	if len(names) > 0 {
		draft.Hintf("the properties are %s", allOf(names))
	}
	draft.Suggest(name, names)
}

// isPlatformProperty reports whether the CRM platform defines a property with that name on every object.
func isPlatformProperty(name string) bool {
	return strings.HasPrefix(name, "hs_") || strings.HasPrefix(name, "hubspot_")
}

var appObjectName = &checker.Rule{
	ID:       "app-object-name",
	Severity: diag.Warning,
	Title:    "give each app object a unique UPPER_SNAKE name",
	Why: "the CRM platform requires upper case with underscores and derives the type's permanent id from the name; " +
		"users see label, singularForm and pluralForm instead",
	Hint:   "write the name in upper case with underscores",
	Before: `appObject('car-lease', { name: 'Car lease', ... });`,
	After:  `appObject('car-lease', { name: 'CAR_LEASE', ... });`,
	Run:    runAppObjectName,
}

func runAppObjectName(p *checker.Pass) {
	first := firsts[string, *declared.Declaration]{}
	for _, d := range ofKind(p, declared.AppObject) {
		name := d.Options.Get("name")
		if !hasText(name) {
			continue // missing-option and option-type report it
		}
		if !isUpperSnake(name.Text) {
			p.Reportf(name.At, "the app object name %s is not UPPER_SNAKE", quote(name))
		}
		if other, taken := first.earlier(name.Text, d); taken && other.ID != d.ID {
			p.Reportf(name.At, "the app object %q has the same name %s as the app object %q", d.ID, quote(name), other.ID).
				Hintf("give each app object a unique name")
		}
	}
}

var propertyGroup = &checker.Rule{
	ID:       "property-group",
	Severity: diag.Error,
	Title:    "declare the property groups that properties use, each once",
	Why:      "the record page shows properties by group and cannot show one whose group does not exist",
	Hint:     "add the group to propertyGroups: { name, label }",
	Before:   `properties: { amount: { type: 'number', groupName: 'money' } },`,
	After: `propertyGroups: [{ name: 'money', label: 'Money' }],
properties: { amount: { type: 'number', groupName: 'money' } },`,
	Run: runPropertyGroup,
}

func runPropertyGroup(p *checker.Pass) {
	groups := map[*declared.Declaration][]string{}
	for _, d := range ofKind(p, declared.AppObject) {
		groups[d] = groupNames(p, d)
	}
	eachField(p, func(f field) {
		group := f.value.Get("groupName")
		if f.role != roleObject || !hasText(group) || slices.Contains(groups[f.owner], group.Text) {
			return // unset, or declared
		}
		p.Reportf(group.At, "%s is in the group %s, which %s does not declare", f, quote(group), describe(f.owner)).
			Suggest(group.Text, groups[f.owner])
	})
}

// groupNames returns the names of the property groups of an app object, and reports duplicates.
func groupNames(p *checker.Pass, d *declared.Declaration) []string {
	var names []string
	first := firstTexts{}
	for _, item := range d.Options.Get("propertyGroups").Items {
		name := item.Get("name")
		if !name.IsString() {
			continue // missing-option and option-type report it
		}
		if earlier, taken := first.earlier(name.Text, name); taken {
			p.Reportf(name.At, "the property group %s is declared twice", quote(name)).
				Related(earlier.At, "first declared here").Hintf("remove one of the two")
			continue
		}
		names = append(names, name.Text)
	}
	return names
}

var uniquePropertyCount = &checker.Rule{
	ID:       "unique-property-count",
	Severity: diag.Warning,
	Title:    "declare at most 10 unique properties per app object",
	Why: "the CRM platform allows 10 properties with hasUniqueValue per object, and you cannot change the choice " +
		"later",
	Hint:   "set hasUniqueValue only on properties that identify records",
	Before: `// eleven properties with hasUniqueValue: true`,
	After:  `ledger_id: { type: 'string', hasUniqueValue: true },`,
	Run:    runUniquePropertyCount,
}

func runUniquePropertyCount(p *checker.Pass) {
	limit, counts := platform.UniqueProperties.Value, map[*declared.Declaration]int{}
	eachField(p, func(f field) {
		unique := f.value.Get("hasUniqueValue")
		if f.role != roleObject || !unique.IsBool() || !unique.Bool {
			return
		}
		counts[f.owner]++
		if counts[f.owner] == limit+1 {
			p.Reportf(unique.At, "%s has more than %d unique properties", describe(f.owner), limit)
		}
	})
}

var calculatedProperty = &checker.Rule{
	ID:       "calculated-property",
	Severity: diag.Warning,
	Title:    "set both calculationFormula and fieldType 'calculation_equation'",
	Why:      "the CRM platform calculates a property only if it has both",
	Hint:     "add fieldType: 'calculation_equation'",
	Before:   `net: { type: 'number', calculationFormula: 'SUBTRACT(gross, tax)' },`,
	After:    `net: { type: 'number', fieldType: 'calculation_equation', calculationFormula: 'SUBTRACT(gross, tax)' },`,
	Run:      runCalculatedProperty,
}

const calculationControl = "calculation_equation"

func runCalculatedProperty(p *checker.Pass) {
	eachField(p, func(f field) {
		control, formula := f.value.Get("fieldType"), f.value.Get("calculationFormula")
		switch {
		case f.role != roleObject:
			return // only properties of app objects can be calculated
		case control.Text == calculationControl && formula.IsAbsent():
			p.Reportf(control.At, "%s is calculated but has no calculationFormula", f).
				Hintf("add calculationFormula, such as 'SUBTRACT(gross, tax)'")
		case control.Text != calculationControl && !formula.IsAbsent():
			p.Reportf(formula.At, "%s has a calculationFormula, but fieldType is not %q", f, calculationControl)
		}
	})
}

var declaredNotInApp = &checker.Rule{
	ID:       "declared-not-in-app",
	Severity: diag.Warning,
	Title:    "list each app object, association, event, card and MCP server once in defineApp",
	Why:      "an install creates only what defineApp lists",
	Hint:     "list it in defineApp",
	Before: `const invoice = appObject('invoice', { ... });
export default defineApp({ ... });`,
	After: `const invoice = appObject('invoice', { ... });
export default defineApp({ objects: [invoice], ... });`,
	Run: runDeclaredNotInApp,
}

// appLists are the options of defineApp that list declarations, by the kind of declaration.
var appLists = func() map[declared.Kind]string {
	lists := map[declared.Kind]string{}
	for _, o := range appOptions {
		if o.form == formDeclarations {
			lists[o.made] = o.name
		}
	}
	return lists
}()

func runDeclaredNotInApp(p *checker.Pass) {
	if p.App == nil {
		return // other rules report a missing app
	}
	listed := map[declarationName]*declared.Value{}
	misplaced := map[declarationName]bool{} // option-type reports them
	for kind, option := range appLists {
		list := p.App.Options.Get(option)
		noteReferences(list, misplaced)
		for _, item := range list.Items {
			if !item.IsRef(kind) {
				continue
			}
			if earlier, twice := listed[nameOf(item.Ref)]; twice && earlier.Ref == item.Ref {
				p.Reportf(item.At, "%s lists %s twice", option, describe(item.Ref)).
					Related(earlier.At, "first listed here").Hintf("remove one of the two")
			}
			listed[nameOf(item.Ref)] = item
		}
	}
	for _, d := range p.Declarations {
		option := appLists[d.Kind]
		if option != "" && d.ID != "" && listed[nameOf(d)] == nil && !misplaced[nameOf(d)] {
			p.Reportf(d.At, "%s is not in the app's %s", describe(d), option).
				Hintf("add it to %s in defineApp", option)
		}
	}
}

// noteReferences notes the declarations to which a value, its elements and its members refer.
func noteReferences(v *declared.Value, noted map[declarationName]bool) {
	if v.Ref != nil {
		noted[nameOf(v.Ref)] = true
	}
	for _, item := range v.Items {
		noteReferences(item, noted)
	}
	for _, member := range v.Members {
		noteReferences(member.Value, noted)
	}
}
