package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// ContextCall is a call of a context.
type ContextCall struct {
	// Path is the callee, from the context on.
	Path []string
	// Callee is the callee as written.
	Callee ast.Expression
	File   string
	Args   []ast.Expression
	Scope  constant.Scope
	// SentBy is the call that sends this one, such as crm.request; "" for itself.
	SentBy string
	// Mark makes the position of a place in the source.
	Mark func(file.Idx) declared.Mark
}

// Uses returns what the arguments of the call name and what its options are.
func (c *ContextCall) Uses(names *constant.Names) []declared.Use {
	switch {
	case c.Path[len(c.Path)-1] == "fetch":
		return append(bodies(names, c), checkedUses(names, c)...)
	case len(c.Path) < 2:
		return nil
	case c.Path[1] == "later":
		return append(later(names, c), checkedUses(names, c)...)
	case slices.Contains(c.Path, "appEvents"):
		return slices.Concat(occurrences(names, c), checkedUses(names, c), changingKeys(names, c))
	case slices.Contains(c.Path, "appObjects"):
		return append(ownRecords(names, c), checkedUses(names, c)...)
	}
	found := append(checkedUses(names, c), stored(names, c)...)
	found = append(found, changingKeys(names, c)...)
	if search := searchOf(names, c); search != nil {
		found = append(found, checkedUses(names, search)...)
	}
	return found
}

// markOf returns the position of a literal, or of the expression that it was computed from.
func (c *ContextCall) markOf(literal, from ast.Expression) declared.Mark {
	if at := literal.Idx0(); at > 0 {
		return c.Mark(at)
	}
	return c.Mark(from.Idx0())
}

// texts returns the texts that a member can have.
func (c *ContextCall) texts(names *constant.Names, field constant.Field) (values []declared.TextAt) {
	for _, l := range names.Literals(field.Value, field.Scope) {
		if l.IsText {
			values = append(values, declared.TextAt{Text: l.Text, At: c.markOf(l.Expr, field.Value)})
		}
	}
	return values
}

// propertyFinder collects the properties that one call of ctx.crm names.
type propertyFinder struct {
	names *constant.Names
	call  *ContextCall
	types []string
	found []declared.Use
}

// Properties returns the properties that a call of ctx.crm names.
func Properties(names *constant.Names, c *ContextCall) []declared.Use {
	if search := searchOf(names, c); search != nil {
		c = search
	}
	at := slices.Index(c.Path, "crm")
	if at < 0 || len(c.Args) < 2 {
		return nil
	}
	path := c.Path[at+1:]
	if path[0] == "batch" {
		path = path[1:]
	}
	if len(path) != 2 || path[0] != "objects" && path[0] != "properties" {
		return nil
	}
	texts, others := names.Texts(c.Args[0], c.Scope)
	if others || slices.ContainsFunc(texts, func(t constant.Text) bool { return t.Open }) {
		return nil // the object type is unknown
	}
	p := &propertyFinder{names: names, call: c}
	for _, t := range texts {
		p.types = append(p.types, t.Text)
	}
	if path[0] == "properties" {
		p.definitions(path[1])
		return p.found
	}
	writes := slices.Contains([]string{"create", "update", "upsert"}, path[1])
	for _, arg := range c.Args[1:] {
		for _, options := range names.Literals(arg, c.Scope) {
			p.options(options, writes)
		}
	}
	return p.found
}

// definitions reads the second argument of a call about definitions of properties.
func (p *propertyFinder) definitions(method string) {
	switch method {
	case "get", "update", "archive", "read":
		p.listed(declared.ReadsProperty, p.call.Args[1], p.call.Scope)
	case "create":
		for _, definition := range p.names.Literals(p.call.Args[1], p.call.Scope) {
			for _, field := range p.names.Fields(definition) {
				if field.Name == "name" {
					p.listed(declared.CreatesProperty, field.Value, field.Scope)
				}
			}
		}
	}
}

// options reads the options of a call, or one row of a batch.
func (p *propertyFinder) options(options constant.Literal, writes bool) {
	for _, field := range p.names.Fields(options) {
		switch field.Name {
		case "properties":
			if !writes {
				p.listed(declared.ReadsProperty, field.Value, field.Scope)
				continue
			}
			for _, values := range p.names.Literals(field.Value, field.Scope) {
				p.values(values)
			}
		case "propertiesWithHistory":
			p.listed(declared.ReadsProperty, field.Value, field.Scope)
		case "idProperty":
			p.listed(declared.IdentifiesByProperty, field.Value, field.Scope)
		case "sorts":
			p.sorts(field)
		case "filterGroups":
			p.each(field, "filters", p.filter)
		}
	}
}

// each visits the object literals in the lists of a member of the objects in a list.
func (p *propertyFinder) each(list constant.Field, member string, visit func(constant.Literal)) {
	for _, object := range p.names.Literals(list.Value, list.Scope) {
		for _, field := range p.names.Fields(object) {
			if field.Name == member {
				for _, inner := range p.names.Literals(field.Value, field.Scope) {
					visit(inner)
				}
			}
		}
	}
}

// listed records the names in a text or a list.
func (p *propertyFinder) listed(access declared.PropertyAccess, e ast.Expression, s constant.Scope) {
	for _, name := range p.names.Literals(e, s) {
		if name.IsText {
			p.add(declared.PropertyUse{Access: access, Name: name.Text}, p.call.markOf(name.Expr, e))
		}
	}
}

// values records the properties that are written.
func (p *propertyFinder) values(object constant.Literal) {
	for _, field := range p.names.Fields(object) {
		use := declared.PropertyUse{Access: declared.WritesProperty, Name: field.Name}
		use.Values = p.call.texts(p.names, field)
		p.add(use, p.call.markOf(field.Key, field.Key))
	}
}

// sorts records the properties that order the results of a search: "name", "-name" or { propertyName }.
func (p *propertyFinder) sorts(field constant.Field) {
	for _, sort := range p.names.Literals(field.Value, field.Scope) {
		if sort.IsText {
			use := declared.PropertyUse{Access: declared.ReadsProperty, Name: strings.TrimPrefix(sort.Text, "-")}
			p.add(use, p.call.markOf(sort.Expr, field.Value))
			continue
		}
		p.filter(sort)
	}
}

// exactOperators are the operators of a filter that compare with whole values.
var exactOperators = []string{"EQ", "NEQ", "IN", "NOT_IN"}

// filter records the property of a filter or of a sort, with the values that it is compared with.
func (p *propertyFinder) filter(object constant.Literal) {
	var names, values []declared.TextAt
	exact := false
	for _, field := range p.names.Fields(object) {
		switch field.Name {
		case "propertyName":
			names = p.call.texts(p.names, field)
		case "value", "values":
			values = append(values, p.call.texts(p.names, field)...)
		case "operator":
			operators := p.call.texts(p.names, field)
			exact = len(operators) == 1 && slices.Contains(exactOperators, operators[0].Text)
		}
	}
	for _, name := range names {
		use := declared.PropertyUse{Access: declared.ReadsProperty, Name: name.Text}
		if exact && len(names) == 1 {
			use.Values = values
		}
		p.add(use, name.At)
	}
}

func (p *propertyFinder) add(use declared.PropertyUse, at declared.Mark) {
	use.ObjectTypes = p.types
	p.found = append(p.found, declared.Use{
		Kind: declared.CrmProperty, Path: p.call.Path, Property: &use, File: p.call.File, At: at,
	})
}
