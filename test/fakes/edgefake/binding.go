package edgefake

import (
	"encoding/json"
	"slices"
)

// members lists the required and optional members of each type of binding, apart from type and name.
var members = map[string]struct{ must, may []string }{
	"plain_text":  {must: []string{"text"}},
	"secret_text": {must: []string{"text"}},
	"json":        {must: []string{"json"}},
	"inherit":     {},
	"durable_object_namespace": {
		must: []string{"class_name"}, may: []string{"script_name", "environment", "namespace_id"},
	},
	"service":          {must: []string{"service"}, may: []string{"entrypoint", "environment"}},
	"kv_namespace":     {must: []string{"namespace_id"}},
	"queue":            {must: []string{"queue_name"}},
	"d1":               {must: []string{"id"}},
	"ratelimit":        {must: []string{"namespace_id", "simple"}},
	"version_metadata": {},
}

// maxText is the maximum size of a text binding, in bytes (edge docs, limits).
const maxText = 5 << 10

// bind returns the bindings of a new version, with inherited ones. old is the script before the upload, or nil.
func (f *Fake) bind(name string, meta metadata, old, after *script) ([]map[string]json.RawMessage, error) {
	var before []map[string]json.RawMessage
	if old != nil {
		before = old.latest().bindings
	}
	var bound []map[string]json.RawMessage
	names := map[string]bool{}
	for _, b := range meta.Bindings {
		bindingName := word(b["name"])
		if bindingName == "" || names[bindingName] {
			return nil, invalid(10021, "binding name %q is missing or repeated", bindingName)
		}
		names[bindingName] = true
		if word(b["type"]) == "inherit" {
			i := slices.IndexFunc(before, func(o map[string]json.RawMessage) bool { return word(o["name"]) == bindingName })
			if i < 0 {
				return nil, invalid(10057, "binding %q cannot be inherited: the previous version has none", bindingName)
			}
			b = before[i]
		}
		if err := f.checkBinding(name, b, after); err != nil {
			return nil, err
		}
		bound = append(bound, b)
	}
	for _, o := range before {
		if slices.Contains(meta.KeepBindings, word(o["type"])) && !names[word(o["name"])] {
			bound = append(bound, o)
		}
	}
	return bound, nil
}

func (f *Fake) checkBinding(script string, b map[string]json.RawMessage, after *script) error {
	kind, name := word(b["type"]), word(b["name"])
	known, found := members[kind]
	if !found {
		return invalid(10021, "binding %q has the unknown type %q", name, kind)
	}
	for _, must := range known.must {
		if _, has := b[must]; !has {
			return invalid(10021, "binding %q of type %s has no %s", name, kind, must)
		}
	}
	for member := range b {
		if member != "type" && member != "name" && !slices.Contains(known.must, member) && !slices.Contains(
			known.may, member,
		) {
			return invalid(10021, "binding %q of type %s cannot have %s", name, kind, member)
		}
	}
	if len(word(b["text"])) > maxText {
		return invalid(10021, "binding %q has more than 5 KB", name)
	}
	switch kind {
	case "service":
		if target := word(b["service"]); target != script && f.scripts[target] == nil {
			return invalid(10143, "Could not resolve service binding '%s'. Target script '%s' not found.", name, target)
		}
	case "durable_object_namespace":
		return f.checkActors(script, word(b["script_name"]), word(b["class_name"]), after)
	}
	return nil
}

// checkActors verifies that a class of Durable Objects exists, in this script or in another.
func (f *Fake) checkActors(script, other, class string, after *script) error {
	if other == "" || other == script {
		if !after.classes[class] {
			return invalid(10123, "Cannot create binding for class '%s': a migration must create it first.", class)
		}
		return nil
	}
	target := f.scripts[other]
	switch {
	case target == nil:
		return invalid(10061, "Cannot create binding for class '%s' in script '%s': the script does not exist.", class, other)
	case !target.classes[class]:
		return invalid(
			10061,
			"Cannot create binding for class '%s' in script '%s' because it is not currently configured to implement Durable "+
				"Objects. Ensure a --new-class migration has been applied to it.",
			class, other,
		)
	}
	return nil
}
