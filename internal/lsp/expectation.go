package lsp

import (
	"slices"

	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
)

// expectation is what a string can be because of where it stands.
type expectation struct {
	words []string
	// kinds are the kinds of declarations whose ids it can be.
	kinds []declared.Kind
	// objectTypes means that it can be an object type of the portal.
	objectTypes bool
}

// declaring are the functions of the SDK that declare, by the last of their names.
var declaring = map[string]declared.Kind{
	"defineApp": declared.App, "card": declared.Card, "mcpServer": declared.McpServer, "tool": declared.Tool,
	"action": declared.Tool, "cardBackend": declared.CardBackend, "trigger": declared.Trigger, "sync": declared.Sync,
	"defineSource": declared.Source, "push": declared.Source, "appObject": declared.AppObject,
	"appObjectAssociation": declared.AppObjectAssociation, "appEvent": declared.AppEvent,
}

// naming are the functions of the SDK whose arguments name something: the last names of the callee, the number of the
// argument, the member in it, and what it names.
var naming = []struct {
	callee   []string
	argument int
	member   string
	expects  func() expectation
}{
	{[]string{"later"}, 0, "", ids(declared.Tool, declared.CardBackend)},
	{[]string{"handOff"}, 1, "capability", ids(declared.Tool, declared.CardBackend)},
	{[]string{"usesScopes"}, 0, "", func() expectation { return expectation{words: platform.KnownScopes()} }},
	{[]string{"appObjects", "*"}, 0, "", ids(declared.AppObject)},
	{[]string{"appEvents", "*"}, 0, "", ids(declared.AppEvent)},
	{[]string{"crm", "objects", "*"}, 0, "", collections},
	{[]string{"crm", "batch", "objects", "*"}, 0, "", collections},
	{[]string{"crm", "properties", "*"}, 0, "", collections},
	{[]string{"crm", "batch", "properties", "*"}, 0, "", collections},
}

func ids(kinds ...declared.Kind) func() expectation {
	return func() expectation { return expectation{kinds: kinds} }
}

// collections are the object types in the plural, as the CRM's API names them.
func collections() expectation {
	words := platform.StandardObjectTypes()
	for i := range words {
		words[i] = platform.Plural(words[i])
	}
	return expectation{words: words, objectTypes: true}
}

// expects returns what the string of a cursor can be. It is empty if svc does not know.
func (c cursor) expects() expectation {
	if len(c.callee) == 0 {
		return expectation{}
	}
	for _, n := range naming {
		member := n.member == "" && len(c.path) == 0 || len(c.path) == 1 && c.path[0] == n.member
		if c.argument == n.argument && member && endsWith(c.callee, n.callee) {
			return n.expects()
		}
	}
	words, names := rules.Choices(declaring[c.callee[len(c.callee)-1]], c.path...)
	switch names {
	case rules.ObjectTypeNames:
		types := platform.StandardObjectTypes()
		return expectation{words: types, kinds: []declared.Kind{declared.AppObject}, objectTypes: true}
	case rules.EventTypeNames:
		return expectation{words: allEventTypes()}
	case rules.CardBackendNames:
		return expectation{kinds: []declared.Kind{declared.CardBackend}}
	case rules.NoNames:
	}
	return expectation{words: words}
}

// endsWith reports whether names end with others. "*" stands for any name.
func endsWith(names, with []string) bool {
	from := len(names) - len(with)
	return from >= 0 && slices.EqualFunc(names[from:], with, func(a, b string) bool { return a == b || b == "*" })
}

// allEventTypes returns the event types of the platform. Those of property changes end before the property.
func allEventTypes() (types []string) {
	for _, object := range platform.EventObjects() {
		for _, kind := range platform.EventKinds() {
			name := object.Name + "." + kind
			if _, err := platform.ParseEventType(name); err == nil {
				types = append(types, name)
			} else if _, err := platform.ParseEventType(name + ".x"); err == nil {
				types = append(types, name+".")
			}
		}
	}
	return types
}
