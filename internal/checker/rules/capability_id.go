package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var capabilityID = &checker.Rule{
	ID:       "capability-id",
	Severity: diag.Error,
	Title:    "use letters, digits, hyphens, underscores and dots in capability ids",
	Why: "the id is part of the capability's URL, such as /_svc/cards/<id> or /sync/<id>/run; a tool's id is also " +
		"part of a uid",
	Hint:   "use letters, digits, hyphens, underscores and dots, at most 64 characters",
	Before: `worker.tool('send reminder', { ... });`,
	After:  `worker.tool('send-reminder', { ... });`,
	Run:    runCapabilityID,
}

func runCapabilityID(p *checker.Pass) {
	for _, d := range p.Declarations {
		if !d.Kind.IsCapability() || isBlank(d.ID) || isPathName(d.ID) {
			continue // declaration-id reports a blank id
		}
		if d.Kind == declared.Sync && hasSource(d) && !d.Options.Has("id") {
			continue // source-name checks its id, the name of its source
		}
		p.Reportf(d.IDMark(), "the id %s of %s is not valid in a URL",
			quoteText(d.ID), article(nouns[d.Kind])+" "+nouns[d.Kind])
	}
}
