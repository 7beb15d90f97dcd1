package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var uidSyntax = &checker.Rule{
	ID:       "uid-syntax",
	Severity: diag.Error,
	Title:    "use 1 to 64 letters, digits, underscores, dots and hyphens in uids",
	Why: "the platform rejects other uids; a uid that is not declared is card-<id> for a card, action-<id> for a " +
		"tool, the id for an MCP server, and the id in UPPER_SNAKE for other declarations",
	Hint:   "use letters, digits, underscores, dots and hyphens, at most 64 characters including the prefix",
	Before: `card({ id: 'open invoices', ... })`,
	After:  `card({ id: 'open-invoices', ... })`,
	Run:    runUIDSyntax,
}

func runUIDSyntax(p *checker.Pass) {
	for _, c := range components(p) {
		switch {
		case isUID(c.uid) || c.prefix == agentPrefix:
			// valid, or reported for the tool's action, whose uid is longer
		case c.by.Kind == declared.Tool && !isPathName(c.by.ID):
			// capability-id reports it
		case c.uid == "":
			p.Reportf(c.at, "the id of %s has no letter a-z or digit for its uid", describe(c.by)).
				Hintf("declare a uid, or choose an id with Latin letters")
		case len(c.uid) > platform.UIDLength.Value:
			p.Reportf(c.at, "the uid %s of %s has %d characters; the limit is %d",
				quoteText(c.uid), describe(c.by), len(c.uid), platform.UIDLength.Value)
		default:
			p.Reportf(c.at, "the uid %s of %s has characters other than letters, digits, _ . and -",
				quoteText(c.uid), describe(c.by))
		}
	}
}

// isUID reports whether the platform accepts a uid.
func isUID(uid string) bool { return isPathName(uid) }
