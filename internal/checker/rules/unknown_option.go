package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unknownOption = &checker.Rule{
	ID:       "unknown-option",
	Severity: diag.Error,
	Title:    "use only options that the declaration has",
	Why:      "an unknown option has no effect; its name is misspelled, or it belongs to another declaration",
	Hint:     "remove the option",
	Before:   `worker.trigger('renamed', { event: 'company.propertyChange.name', handler });`,
	After:    `worker.trigger('renamed', { eventType: 'company.propertyChange.name', handler });`,
	Run:      runUnknownOption,
}

func runUnknownOption(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind == declared.Worker {
			reportUnknown(p, describe(d), d.Options, namesOf(workerOptions))
			continue
		}
		eachPlace(d, func(at place) {
			if !allKnown(at.value, at.options) { // most objects are, so build the words only for the others
				reportUnknown(p, at.owner(), at.value, namesOf(at.options))
			}
		})
	}
}

// reportUnknown reports each member of an object that is not among the known ones.
func reportUnknown(p *checker.Pass, owner string, v *declared.Value, known []string) {
	for _, member := range v.Members {
		if slices.Contains(known, member.Name) || member.Value.IsAbsent() {
			continue // an undefined member is the same as none
		}
		p.Reportf(member.Value.At, "%s has the unknown option %q", owner, member.Name).
			Hintf("remove it; known options are %s", allOf(known)).SuggestName(member.Name, known, v)
	}
}

// allKnown reports whether an object has only members that are options.
func allKnown(v *declared.Value, options []option) bool {
	for _, member := range v.Members {
		if !isMember(options, member.Name) {
			return false
		}
	}
	return true
}

func isMember(options []option, name string) bool {
	return slices.ContainsFunc(options, func(o option) bool { return o.name == name })
}
