package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateDeclarationID = &checker.Rule{
	ID:       "duplicate-declaration-id",
	Severity: diag.Error,
	Title:    "give each app object, association and event a unique id",
	Why:      "a portal identifies an installed type by the uid derived from the id, so two declarations cannot share it",
	Hint:     "change one of the two ids",
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
			continue // other rules check other kinds; declaration-id reports a missing id
		}
		earlier, taken := first[name{d.Kind, d.ID}]
		if !taken {
			first[name{d.Kind, d.ID}] = d
			continue
		}
		if !samePlace(p, earlier, d) {
			p.Reportf(d.IDMark(), "duplicate %s id %q", nouns[d.Kind], d.ID).
				Related(earlier.IDMark(), "first declared here")
		}
	}
}

// isSchema reports whether declarations of a kind become types in a portal: app objects, associations and events.
func isSchema(kind declared.Kind) bool {
	return kind == declared.AppObject || kind == declared.AppObjectAssociation || kind == declared.AppEvent
}
