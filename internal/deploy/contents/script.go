package contents

import (
	"bytes"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// Deployed is what a deployed script contains.
type Deployed struct {
	Settings edgeapi.Settings
	Modules  []edgeapi.Module
	// Unrecorded means that its tags do not name its content: a rollback moved its traffic, or began to.
	Unrecorded bool
}

// OfScript describes the upload of a script with bindings. after is its size.
func OfScript(before *Deployed, s *edge.Script, bindings []edgeapi.Binding, after *Size) *Contents {
	c := &Contents{Size: &SizeChange{Before: measure(before.Modules), After: after}}
	c.addPart("its bindings changed", compareBindings(s.Name, before.Settings.Bindings, bindings))
	c.addPart("the platform's behavior that it asks for changed", compareDates(&before.Settings, s))
	if s.IsApp() {
		c.compareAppCode(before.Modules, s.Modules)
	} else {
		c.compareCode(before.Modules, s.Modules)
	}
	switch {
	case c.Why != nil:
	case before.Unrecorded:
		c.Why = []string{"its tags do not name its content since a rollback; its code and bindings have not changed"}
	default:
		c.Why = []string{"its source map changed, or the form in which svc uploads scripts"}
	}
	return c
}

// measure returns the size of a deployed script as a build measures it.
func measure(modules []edgeapi.Module) *Size {
	script := edge.Script{}
	for _, m := range modules {
		script.Modules = append(script.Modules, edge.Module{Name: m.Name, Text: m.Text})
	}
	r := build.Measure([]edge.Script{script})[0]
	return &Size{r.Bytes, r.GzipBytes}
}

// compareBindings compares bindings other than secrets and the id of the deploy. A text that the build does not bind
// came from elsewhere, and may be one that its owner keeps secret: only its type is shown.
func compareBindings(script string, before, after []edgeapi.Binding) []Attribute {
	was, is := map[string]any{}, map[string]any{}
	for _, b := range after {
		if isCompared(b) {
			is[b.Name] = describeBinding(script, b)
		}
	}
	for _, b := range before {
		_, stays := is[b.Name]
		switch {
		case !isCompared(b):
		case b.Type == edgeapi.BindingText && !stays:
			was[b.Name] = b.Type
		default:
			was[b.Name] = describeBinding(script, b)
		}
	}
	var c comparison
	c.members(was, is, func(name string) string { return "binding " + name })
	return c.found
}

func isCompared(b edgeapi.Binding) bool {
	return b.Type != edgeapi.BindingSecret && b.Name != edge.DeployID
}

// describeBinding returns the value of a binding in one text.
func describeBinding(script string, b edgeapi.Binding) string {
	switch b.Type {
	case edgeapi.BindingText:
		if b.Text != nil {
			return *b.Text
		}
	case edgeapi.BindingActors:
		if b.ScriptName != "" && b.ScriptName != script {
			return "class " + b.ClassName + " of " + b.ScriptName
		}
		return "class " + b.ClassName
	case edgeapi.BindingService:
		return "worker " + b.Service + " " + b.Entrypoint
	}
	return b.Type
}

// compareDates compares the date and the flags that choose the behavior of the platform.
func compareDates(before *edgeapi.Settings, after *edge.Script) []Attribute {
	var c comparison
	c.compare("compatibilityDate", before.CompatibilityDate, after.CompatibilityDate)
	if was, is := before.CompatibilityFlags, after.Flags; len(was)+len(is) > 0 {
		c.compare("compatibilityFlags", append([]string{}, was...), append([]string{}, is...))
	}
	return c.found
}

// compareCode finds out which part of a user worker changed.
func (c *Contents) compareCode(before []edgeapi.Module, after []edge.Module) {
	for _, name := range changedModules(before, after) {
		why := "the runtime of svc changed"
		switch name {
		case edge.MainModule:
			why = "its code changed"
		case edge.NodeModule:
			why = "it uses other modules of Node"
		}
		if !slices.Contains(c.Why, why) {
			c.Why = append(c.Why, why)
		}
	}
}

// compareAppCode finds out whether the declarations in an app worker changed, or the code of svc around them.
func (c *Contents) compareAppCode(before []edgeapi.Module, after []edge.Module) {
	changed := changedModules(before, after)
	if len(changed) == 0 {
		return
	}
	var old []byte
	for _, m := range before {
		if m.Name == edge.MainModule {
			old = m.Text
		}
	}
	was, oldCode, known := edge.ReadAppParts(old)
	is, newCode, _ := edge.ReadAppParts(after[0].Text)
	if !known || !bytes.Equal(oldCode, newCode) || !slices.Equal(changed, []string{edge.MainModule}) {
		c.Why = append(c.Why, "svc's own code of the app worker changed")
	}
	if !known {
		return
	}
	c.addPart("it contains the app's declarations, which changed", CompareJSON("manifest", was.Manifest, is.Manifest))
	c.addPart("it contains the vendor profile, which changed", CompareJSON("profile", was.Profile, is.Profile))
}

// addPart adds the attributes of a part that changed, if there are any, with a reason.
func (c *Contents) addPart(why string, found []Attribute) {
	if len(found) > 0 {
		c.Why, c.Attributes = append(c.Why, why), append(c.Attributes, found...)
	}
}

// changedModules returns the names of modules that were added, removed or changed, sorted.
func changedModules(before []edgeapi.Module, after []edge.Module) []string {
	changed := map[string]bool{}
	was := map[string][]byte{}
	for _, m := range before {
		was[m.Name], changed[m.Name] = m.Text, true
	}
	for _, m := range after {
		text, has := was[m.Name]
		changed[m.Name] = !has || !bytes.Equal(text, m.Text)
	}
	for name, is := range changed {
		if !is {
			delete(changed, name)
		}
	}
	return slices.Sorted(maps.Keys(changed))
}
