// This file reports what the SDK itself refused while it declared: the SDK names the rule.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// reportSDKErrors reports the SDK's errors that carry the id of the rule that runs. It returns the
// declarations that have one, so that a rule does not say the same twice.
func reportSDKErrors(p *checker.Pass) map[*declared.Declaration]bool {
	var refused map[*declared.Declaration]bool
	for _, d := range p.Declarations {
		for _, e := range d.Errors {
			if e.Rule != p.Rule.ID {
				continue // another rule's
			}
			p.Reportf(markAt(d, e.Path), "%s", strings.TrimSuffix(e.Message, "."))
			if refused == nil {
				refused = map[*declared.Declaration]bool{}
			}
			refused[d] = true
		}
	}
	return refused
}

// markAt is the place of the member of the options that a path leads to, or of the nearest one above it.
func markAt(d *declared.Declaration, path []string) declared.Mark {
	at, value := d.At, d.Options
	for _, name := range path {
		value = value.Get(name)
		if value.At.IsZero() {
			break
		}
		at = value.At
	}
	return at
}
