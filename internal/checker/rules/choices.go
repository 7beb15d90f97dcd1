package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
)

// Names are the names of an app that an option takes, beside its words.
type Names uint8

// Kinds of names.
const (
	NoNames Names = iota
	ObjectTypeNames
	EventTypeNames
	CardBackendNames
)

// Choices returns what a string can be that stands at a path of names in the options of a declaration. The elements of
// a list have the path of the list. Editors complete it.
func Choices(kind declared.Kind, path ...string) (words []string, names Names) {
	if len(path) == 1 {
		switch name := path[0]; {
		case kind == declared.Trigger && name == "eventType":
			return nil, EventTypeNames
		case kind == declared.Card && name == "backend":
			return nil, CardBackendNames
		case slices.Contains(objectTypeOptions[kind], name):
			return nil, ObjectTypeNames
		case kind == declared.App && (name == "scopes" || name == "optionalScopes"),
			kind == declared.McpServer && name == "requiredScopes":
			return platform.KnownScopes(), NoNames
		case kind == declared.App && name == "platformVersion":
			return platform.KnownVersions(), NoNames
		}
	}
	options := optionsOf(&declared.Declaration{Kind: kind})
	switch {
	case len(path) > 2 && isFieldMap(kind, path[0]):
		options, path = fieldMembers(kind, path[0]), path[2:]
		if len(path) == 1 && path[0] == "fieldType" {
			return controls, NoNames
		}
		if len(path) == 1 && path[0] == "type" {
			return fieldTypes, NoNames
		}
	case kind == declared.Source && len(path) == 2 && path[0] == "auth":
		options, path = anyVariant(sourceAuthTypes), path[1:]
	}
	return wordsAt(options, path), NoNames
}

func isFieldMap(kind declared.Kind, name string) bool { return fieldMembers(kind, name) != nil }

// fieldMembers returns the members of a field of an option, nil if the option does not map names to fields.
func fieldMembers(kind declared.Kind, name string) []option {
	for _, m := range fieldMapsOf(kind) {
		if m.option == name {
			return m.role.members()
		}
	}
	return nil
}

// anyVariant returns the members of all variants. A member of several has the words of each.
func anyVariant(variants []variant) (all []option) {
	for _, v := range variants {
		for _, o := range v.options {
			at := slices.IndexFunc(all, func(known option) bool { return known.name == o.name })
			if at < 0 {
				all = append(all, o)
				continue
			}
			all[at].words = slices.Concat(all[at].words, o.words)
		}
	}
	return all
}

// wordsAt returns the words of the option at a path, nil if there is none.
func wordsAt(options []option, path []string) []string {
	for _, o := range options {
		switch {
		case len(path) == 0 || o.name != path[0]:
		case len(path) == 1:
			return o.words
		default:
			return wordsAt(slices.Concat(o.members, o.each), path[1:])
		}
	}
	return nil
}
