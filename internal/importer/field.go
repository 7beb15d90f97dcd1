package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// fieldTypes are the types of fields by the platform's types. Types that are not listed become strings.
var fieldTypes = map[string]string{
	"string": "string", "number": "number", "bool": "bool", "enumeration": "enumeration", "datetime": "datetime",
	"boolean": "bool", "date": "datetime",
}

// field is a field or property with its place in a component.
type field struct {
	*component
	path string // of its definition, such as config.properties[2]
	// exact are the platform's types that svc writes back as they are.
	exact     []string
	name      string
	crmType   string
	fieldType string
	options   []manifest.Option
	plain     bool // the options have a value and a label only
}

// exactTypes are the types of actions and app objects that have a twin in declarations.
var exactTypes = []string{"string", "number", "bool", "enumeration", "datetime"}

// typeOptions returns the options that declare the type of a field.
func (r *run) typeOptions(f field) object {
	crmType := f.crmType
	declared, known := fieldTypes[crmType]
	switch {
	case declared == "enumeration" && len(f.options) == 0:
		declared = "string"
		r.note(Changed, f.component, f.path, fmt.Sprintf(
			"the enumeration %q has no options of its own, and svc fetches none; it becomes a string", f.name))
	case !known:
		declared = "string"
		fallthrough
	case !slices.Contains(f.exact, crmType):
		r.note(Changed, f.component, f.path, fmt.Sprintf("svc has no type %q; %q becomes a %s", crmType, f.name, declared))
	}
	o := object{{"type", declared}}
	if f.fieldType != components.UsualControls[declared] {
		o.set("fieldType", f.fieldType)
	}
	if declared == "enumeration" {
		o.set("options", r.choices(f))
	} else if len(f.options) > 0 && !isYesNo(f.options) {
		r.note(Omitted, f.component, f.path, fmt.Sprintf("only enumerations have options; %q is a %s", f.name, declared))
	}
	return o
}

// isYesNo reports whether options are those that svc writes for a boolean.
func isYesNo(options []manifest.Option) bool {
	values := make([]string, len(options))
	for i, option := range options {
		values[i] = option.Value + "=" + option.Label
	}
	slices.Sort(values)
	return slices.Equal(values, []string{"false=No", "true=Yes"})
}

// choices returns the options of an enumeration.
func (r *run) choices(f field) []any {
	var all []any
	lost := false
	for _, option := range f.options {
		o := object{{"value", option.Value}, {"label", option.Label}}
		if f.plain {
			lost = lost || option.Description != "" || option.Hidden != nil && *option.Hidden
		} else {
			o.set("description", option.Description)
			if option.DisplayOrder != nil {
				o.put("displayOrder", *option.DisplayOrder)
			}
			if option.Hidden != nil {
				o.set("hidden", *option.Hidden)
			}
		}
		all = append(all, o)
	}
	if lost {
		r.note(Omitted, f.component, f.path, "options of input fields have a value and a label only")
	}
	return all
}

// objectType returns an object type as declarations name it: app objects by id, standard types in the singular.
func (r *run) objectType(name string) (declared string, known bool) {
	if standard, ok := platform.StandardObjectType(name); ok {
		return standard, true
	}
	for _, object := range r.config.objects {
		if object.uid == name || object.name == name || strings.EqualFold(object.uid, name) {
			return object.id, true
		}
	}
	return name, platform.IsCustomObjectType(name)
}

// objectTypes returns the known ones of config.objectTypes, and notes the others.
func (r *run) objectTypes(c *component, names []string) []string {
	types := []string{}
	for i, name := range names {
		declared, known := r.objectType(name)
		switch {
		case !known:
			path := fmt.Sprintf("config.objectTypes[%d]", i)
			r.note(Omitted, c, path, fmt.Sprintf("svc does not know the object type %q", name))
		case !slices.Contains(types, declared):
			types = append(types, declared)
		}
	}
	return types
}
