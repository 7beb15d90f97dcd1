package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/declared"
)

// The option tables are generated from the types of the SDK: option_schema.go. missing-option, option-type and
// unknown-option check declarations against them, and rules about words and variants read them.
//
//go:generate node ../../../sdk/scripts/option-schema.mjs option_schema.go

// option is one member of the options object of a declaration, or of an object inside it.
type option struct {
	name     string
	required bool
	form     form
	words    []string      // of formWord, formWordList and formPositiveOrWord
	members  []option      // of an object: its members; nil if another rule checks them
	each     []option      // of a list: the members of each object
	made     declared.Kind // of formDeclarations: the kind of the elements
	secret   bool          // messages must not print a wrong value, because it may be a secret
}

// variant is one type of a discriminated union, such as the bearer auth of sources.
type variant struct {
	name    string
	options []option
}

// form is the kind of value that an option takes.
type form uint8

const (
	formText           form = iota // a string
	formFullText                   // a non-empty string
	formFlag                       // true or false
	formNumber                     // a finite number
	formPositive                   // a positive, finite number
	formPositiveOrWord             // a positive, finite number, or one of several strings
	formCount                      // a whole number of at least 1
	formAmount                     // a whole number of at least 0
	formFunction                   // a function
	formObject                     // an object
	formList                       // an array
	formTextList                   // an array of non-empty strings
	formTextOrList                 // a non-empty string or an array of them
	formTextOrObject               // a non-empty string or an object
	formOffOrObject                // false or an object
	formObjectType                 // a non-empty string or an app object
	formObjectTypes                // an array of those
	formDeclarations               // an array of results of a declaration function
	formWord                       // one of several strings; wordRules lists those that separate rules check
	formWordList                   // an array of those; separate rules check it
	formOwnRule                    // separate rules check it
)

// wordRules are the options of formWord that separate rules check. option-type checks the others.
var wordRules = []string{
	"distribution", "auth", "severity", "aggregation", "period", "location", "flags", "dedup", "manageSchema",
	"cardinality", "onLimit",
}

// optionAt returns the option at a path through objects and lists. It panics on an unknown path.
func optionAt(options []option, path ...string) option {
	for _, o := range options {
		if o.name == path[0] && len(path) == 1 {
			return o
		}
		if o.name == path[0] {
			return optionAt(slices.Concat(o.members, o.each), path[1:]...)
		}
	}
	panic("no option " + strings.Join(path, "."))
}

// variantNamed returns the members of a variant, or nil.
func variantNamed(variants []variant, name string) []option {
	for _, v := range variants {
		if v.name == name {
			return v.options
		}
	}
	return nil
}

func variantNames(variants []variant) []string {
	names := make([]string, len(variants))
	for i, v := range variants {
		names[i] = v.name
	}
	return names
}

func namesOf(options []option) []string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].name
	}
	return names
}

// optionsOf returns the options of a declaration, or nil if no table describes its kind.
func optionsOf(d *declared.Declaration) []option {
	switch d.Kind {
	case declared.App:
		return appOptions
	case declared.Card:
		return cardOptions
	case declared.McpServer:
		return mcpServerOptions
	case declared.Tool:
		return toolOptions
	case declared.CardBackend:
		return cardBackendOptions
	case declared.Trigger:
		return triggerOptions
	case declared.Sync:
		if hasSource(d) {
			return sourceSyncOptions
		}
		return syncOptions
	case declared.Source:
		if d.Push {
			return pushSourceOptions
		}
		return pullSourceOptions
	case declared.AppObject:
		return appObjectOptions
	case declared.AppObjectAssociation:
		return associationOptions
	case declared.AppEvent:
		return appEventOptions
	}
	return nil
}

// hasSource reports whether a sync has a source instead of an id.
func hasSource(d *declared.Declaration) bool {
	return d.Source != nil || len(d.Args) > 0 && d.Args[0].IsRef(declared.Source)
}

// optionsArgument returns the index of the options object among the arguments.
func optionsArgument(d *declared.Declaration) int {
	switch d.Kind {
	case declared.Source, declared.App, declared.Card:
		return 0
	}
	return 1
}

// misplacedOptions returns the value in place of the options object, or nil if that is an object or absent.
func misplacedOptions(d *declared.Declaration) *declared.Value {
	if at := optionsArgument(d); len(d.Args) > at && !d.Args[at].IsObject() && !d.Args[at].IsAbsent() {
		return d.Args[at]
	}
	return nil
}
