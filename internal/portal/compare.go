package portal

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Change is one difference between two snapshots.
type Change struct {
	// Action is "add", "remove" or "change".
	Action string `json:"action"`
	// Path names what differs: "contacts", "contacts.email", "scopes.oauth".
	Path string `json:"path"`
	// Text describes the new value, the former one of what was removed, or what changed.
	Text string `json:"text,omitempty"`
}

// Actions of changes.
const (
	Added   = "add"
	Removed = "remove"
	Changed = "change"
)

// Compare returns the changes from one snapshot to another, sorted by kind and path.
func Compare(from, to *Snapshot) (changes []Change) {
	if from.Portal != to.Portal {
		changes = append(changes, Change{Changed, "portal", from.Portal + " → " + to.Portal})
	}
	changes = append(changes, compareTexts("scopes.", from.Scopes, to.Scopes)...)
	changes = append(changes, compareTexts("unread.", from.Unread, to.Unread)...)
	compareMaps(from.Objects, to.Objects, func(name string, a, b *Object) {
		changes = append(changes, compareObjects(name, a, b)...)
	})
	types := func(s *Snapshot) map[string]Association {
		byPath := map[string]Association{}
		for _, a := range s.Associations {
			byPath[fmt.Sprintf("associations.%s.%s.%s.%d", a.From, a.To, a.Category, a.ID)] = a
		}
		return byPath
	}
	compareMaps(types(from), types(to), func(path string, a, b Association) {
		changes = append(changes, difference(path, a, b, func(a Association) string { return a.Label })...)
	})
	return changes
}

// compareMaps visits the keys of both maps, sorted, with the zero value for a missing one.
func compareMaps[T any](from, to map[string]T, visit func(key string, a, b T)) {
	keys := maps.Clone(from)
	if keys == nil {
		keys = map[string]T{}
	}
	maps.Copy(keys, to)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		visit(key, from[key], to[key])
	}
}

func compareTexts(prefix string, from, to []string) (changes []Change) {
	set := func(items []string) map[string]bool {
		all := map[string]bool{}
		for _, item := range items {
			all[item] = true
		}
		return all
	}
	compareMaps(set(from), set(to), func(item string, a, b bool) {
		switch {
		case !a:
			changes = append(changes, Change{Added, prefix + item, ""})
		case !b:
			changes = append(changes, Change{Removed, prefix + item, ""})
		}
	})
	return changes
}

func compareObjects(name string, from, to *Object) (changes []Change) {
	switch {
	case from == nil:
		return []Change{{Added, name, fmt.Sprintf("properties: %d", len(to.Properties))}}
	case to == nil:
		return []Change{{Removed, name, fmt.Sprintf("properties: %d", len(from.Properties))}}
	}
	head := func(o *Object) string {
		required, searchable := slices.Values(o.Required), slices.Values(o.Searchable)
		return line([]any{o.ID, o.FullName, slices.Sorted(required), slices.Sorted(searchable)})
	}
	if head(from) != head(to) {
		changes = append(changes, Change{Changed, name, "id, names, required or searchable properties"})
	}
	compareMaps(from.Properties, to.Properties, func(property string, a, b Property) {
		path := name + "." + property
		if a.Type != "" && b.Type != "" && a.head() == b.head() {
			for _, c := range compareTexts("option ", a.Options, b.Options) {
				changes = append(changes, Change{c.Action, path, c.Path})
			}
			return
		}
		changes = append(changes, difference(path, a, b, Property.String)...)
	})
	return changes
}

// difference returns the change from one value to another; the zero value is a missing one.
func difference[T any](path string, from, to T, text func(T) string) []Change {
	var zero T
	a, b, none := line(from), line(to), line(zero)
	switch {
	case a == b:
		return nil
	case a == none:
		return []Change{{Added, path, text(to)}}
	case b == none:
		return []Change{{Removed, path, text(from)}}
	}
	return []Change{{Changed, path, text(from) + " → " + text(to)}}
}

// head is the property without its options.
func (p Property) head() string {
	p.Options = nil
	return line(p)
}

// String describes the property on one line: "enumeration, unique: a, b".
func (p Property) String() string {
	text := p.Type
	for _, flag := range []struct {
		set  bool
		name string
	}{{p.Unique, "unique"}, {p.ReadOnly, "read-only"}, {p.Multiple, "multiple"}} {
		if flag.set {
			text += ", " + flag.name
		}
	}
	if len(p.Options) > 0 {
		text += ": " + strings.Join(slices.Sorted(slices.Values(p.Options)), ", ")
	}
	return text
}
