package evaluate

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
)

// propertyFinder collects the properties that one call of ctx.crm names.
type propertyFinder struct {
	*factFinder
	call  *foundCall
	types []string
}

// properties records the properties that a call of ctx.crm names, if the caller of Run wants them.
func (f *factFinder) properties(c *foundCall) {
	at := slices.Index(c.call.Path, crmName)
	if !f.wantsProperties || at < 0 || len(c.args) < 2 {
		return
	}
	path := c.call.Path[at+1:]
	if path[0] == "batch" {
		path = path[1:]
	}
	if len(path) != 2 || path[0] != "objects" && path[0] != "properties" {
		return
	}
	texts, others := f.names.Texts(c.args[0], c.scope)
	if others || slices.ContainsFunc(texts, func(t constant.Text) bool { return t.Open }) {
		return // the object type is unknown
	}
	p := &propertyFinder{factFinder: f, call: c}
	for _, t := range texts {
		p.types = append(p.types, t.Text)
	}
	if path[0] == "properties" {
		p.definitions(path[1])
		return
	}
	writes := slices.Contains([]string{"create", "update", "upsert"}, path[1])
	for _, arg := range c.args[1:] {
		for _, options := range f.names.Literals(arg, c.scope) {
			p.options(options, writes)
		}
	}
}

// definitions reads the second argument of a call about definitions of properties.
func (p *propertyFinder) definitions(method string) {
	switch method {
	case "get", "update", "archive", "read":
		p.names(declared.ReadsProperty, p.call.args[1], p.call.scope)
	case "create":
		for _, definition := range p.factFinder.names.Literals(p.call.args[1], p.call.scope) {
			for _, field := range p.factFinder.names.Fields(definition) {
				if field.Name == "name" {
					p.names(declared.CreatesProperty, field.Value, field.Scope)
				}
			}
		}
	}
}

// options reads the options of a call, or one row of a batch.
func (p *propertyFinder) options(options constant.Literal, writes bool) {
	for _, field := range p.factFinder.names.Fields(options) {
		switch field.Name {
		case "properties":
			if !writes {
				p.names(declared.ReadsProperty, field.Value, field.Scope)
				continue
			}
			for _, values := range p.factFinder.names.Literals(field.Value, field.Scope) {
				p.values(values)
			}
		case "propertiesWithHistory":
			p.names(declared.ReadsProperty, field.Value, field.Scope)
		case "idProperty":
			p.names(declared.IdentifiesByProperty, field.Value, field.Scope)
		case "sorts":
			p.sorts(field)
		case "filterGroups":
			p.each(field, "filters", p.filter)
		}
	}
}

// each visits the object literals in the lists of a member of the objects in a list.
func (p *propertyFinder) each(list constant.Field, member string, visit func(constant.Literal)) {
	for _, object := range p.factFinder.names.Literals(list.Value, list.Scope) {
		for _, field := range p.factFinder.names.Fields(object) {
			if field.Name == member {
				for _, inner := range p.factFinder.names.Literals(field.Value, field.Scope) {
					visit(inner)
				}
			}
		}
	}
}

// names records the names in a text or a list.
func (p *propertyFinder) names(access declared.PropertyAccess, e ast.Expression, s constant.Scope) {
	for _, name := range p.factFinder.names.Literals(e, s) {
		if name.IsText {
			p.add(declared.PropertyUse{Access: access, Name: name.Text}, p.markOf(name.Expr, e))
		}
	}
}

// values records the properties that are written.
func (p *propertyFinder) values(object constant.Literal) {
	for _, field := range p.factFinder.names.Fields(object) {
		use := declared.PropertyUse{Access: declared.WritesProperty, Name: field.Name}
		use.Values = p.texts(field)
		p.add(use, p.markOf(field.Key, field.Key))
	}
}

// texts returns the texts that a member can have.
func (p *propertyFinder) texts(field constant.Field) (values []declared.TextAt) {
	for _, l := range p.factFinder.names.Literals(field.Value, field.Scope) {
		if l.IsText {
			values = append(values, declared.TextAt{Text: l.Text, At: p.markOf(l.Expr, field.Value)})
		}
	}
	return values
}

// sorts records the properties that order the results of a search: "name", "-name" or { propertyName }.
func (p *propertyFinder) sorts(field constant.Field) {
	for _, sort := range p.factFinder.names.Literals(field.Value, field.Scope) {
		if sort.IsText {
			use := declared.PropertyUse{Access: declared.ReadsProperty, Name: strings.TrimPrefix(sort.Text, "-")}
			p.add(use, p.markOf(sort.Expr, field.Value))
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
	for _, field := range p.factFinder.names.Fields(object) {
		switch field.Name {
		case "propertyName":
			names = p.texts(field)
		case "value", "values":
			values = append(values, p.texts(field)...)
		case "operator":
			operators := p.texts(field)
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
	p.uses = append(p.uses, declared.Use{
		Kind: declared.CrmProperty, Path: p.call.call.Path, Property: &use, File: p.call.call.File, At: at,
	})
}

// markOf returns the position of a literal, or of the expression that it was computed from.
func (p *propertyFinder) markOf(literal, from ast.Expression) declared.Mark {
	if at := literal.Idx0(); at > 0 {
		return p.mark(at)
	}
	return p.mark(from.Idx0())
}
