// The rule duplicate-declaration-id: ids of app objects, associations and events are unique per kind.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateDeclarationID = &checker.Rule{
	ID:       "duplicate-declaration-id",
	Severity: diag.Error,
	Title:    "ids of app objects, of associations and of events are unique",
	Why:      "the installed type is keyed by the uid that the id stands for: two declarations cannot share it",
	Hint:     "give one of the two another id",
	Before: `appObject('invoice', { ... });
appObject('invoice', { ... });`,
	After: `appObject('invoice', { ... });
appObject('credit-note', { ... });`,
	Run: runDuplicateDeclarationID,
}

func runDuplicateDeclarationID(p *checker.Pass) {
	type name struct {
		kind declared.Kind
		id   string
	}
	first := map[name]*declared.Declaration{}
	for _, d := range p.Declarations {
		if !isSchema(d.Kind) || d.ID == "" {
			continue // other kinds have rules of their own; declaration-id speaks of a missing id
		}
		earlier, taken := first[name{d.Kind, d.ID}]
		if !taken {
			first[name{d.Kind, d.ID}] = d
			continue
		}
		if !samePlace(p, earlier, d) {
			p.Reportf(d.IDMark(), "the %s id %q is taken", nouns[d.Kind], d.ID).
				Related(earlier.IDMark(), "first declared here")
		}
	}
}

// isSchema reports whether declarations of a kind become types of the portal: app objects, associations, events.
func isSchema(kind declared.Kind) bool {
	return kind == declared.AppObject || kind == declared.AppObjectAssociation || kind == declared.AppEvent
}
