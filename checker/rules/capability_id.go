// The rule capability-id: a capability's id fits the path of its route.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var capabilityID = &checker.Rule{
	ID:       "capability-id",
	Severity: diag.Error,
	Title:    "the id of a capability is made of letters, digits, hyphens, underscores and dots",
	Why:      "the id stands in the path of the capability's route, such as /_svc/cards/<id> or /sync/<id>/run, and a tool's id in the uid of a component",
	Hint:     "use letters, digits, hyphens, underscores and dots, at most 64",
	Before:   `worker.tool('send reminder', { ... });`,
	After:    `worker.tool('send-reminder', { ... });`,
	Run:      runCapabilityID,
}

func runCapabilityID(p *checker.Pass) {
	for _, d := range p.Declarations {
		if !d.Kind.IsCapability() || isBlank(d.ID) || isPathName(d.ID) {
			continue // declaration-id speaks of a blank one
		}
		if d.Kind == declared.Sync && hasSource(d) && !d.Options.Has("id") {
			continue // its id is the source's name, of which source-name speaks
		}
		p.Reportf(d.IDMark(), "the id %s of %s fits no URL", quoteText(d.ID), article(nouns[d.Kind])+" "+nouns[d.Kind])
	}
}
