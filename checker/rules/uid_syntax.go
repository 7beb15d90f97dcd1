// The rule uid-syntax: the uids of components are ones that the platform takes.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var uidSyntax = &checker.Rule{
	ID:       "uid-syntax",
	Severity: diag.Error,
	Title:    "a uid has 1 to 64 letters, digits, underscores, dots and hyphens",
	Why:      "the platform refuses other uids; that of a card is card-<id>, that of a tool action-<id>, that of an MCP server its id, that of an app object, association or event its id in UPPER_SNAKE, unless a uid is declared",
	Hint:     "use letters, digits, underscores, dots and hyphens, at most 64 with the prefix",
	Before:   `card({ id: 'open invoices', ... })`,
	After:    `card({ id: 'open-invoices', ... })`,
	Run:      runUIDSyntax,
}

func runUIDSyntax(p *checker.Pass) {
	for _, c := range components(p) {
		switch {
		case isUID(c.uid) || c.prefix == agentPrefix:
			// fine, or as bad as the uid of the tool's action, which is longer
		case c.by.Kind == declared.Tool && !isPathName(c.by.ID):
			// capability-id speaks of it
		case c.uid == "":
			p.Reportf(c.at, "the id of %s has no letter a-z and no digit, of which its uid is made", describe(c.by)).
				Hintf("declare a uid, or choose an id with latin letters")
		case len(c.uid) > platform.UIDLength.Value:
			p.Reportf(
				c.at, "the uid %s of %s has %d characters, more than %d", quoteText(c.uid), describe(c.by), len(c.uid),
				platform.UIDLength.Value,
			)
		default:
			p.Reportf(
				c.at, "the uid %s of %s holds other characters than letters, digits, _ . and -", quoteText(c.uid), describe(c.by),
			)
		}
	}
}

// isUID reports whether the platform takes a uid.
func isUID(uid string) bool { return isPathName(uid) }
