package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// checkRowFields compares the schema of a sync, or else the properties of its app object, with the fields of the rows
// that its source returns, if the source spells out all of them.
func checkRowFields(p *checker.Pass, objects appObjects, d *declared.Declaration) {
	source := sourceOf(d)
	if source == nil {
		return
	}
	eachUse(p, declared.SourcePage, func(use declared.Use) {
		if use.Text != declared.RowFields || use.Of != source.At {
			return
		}
		schema := d.Options.Get("schema")
		for _, member := range schema.Members {
			if member.Value.IsAbsent() || slices.Contains(use.Known, member.Name) {
				continue
			}
			p.Reportf(member.Value.At, "the rows of %s have no field %s", describe(source), quoteText(member.Name)).
				Related(use.At, "the rows are made here").
				Hintf("the fields are %s", allOf(use.Known)).SuggestName(member.Name, use.Known, schema)
		}
		object := objects.named(d.Options.Get("into"))
		if !schema.IsAbsent() || object == nil || !object.Options.Get("properties").IsObject() {
			return
		}
		for _, name := range use.Known {
			if !isPlatformProperty(name) && propertyOf(object, name) == nil {
				p.Reportf(d.At, "the rows of %s have the field %s, but %s has no such property", describe(source),
					quoteText(name), describe(object)).
					Related(use.At, "the rows are made here").
					Hintf("add schema to %s, which maps fields to properties, or leave the field out", describe(d))
			}
		}
	})
}
