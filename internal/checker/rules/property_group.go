package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

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
