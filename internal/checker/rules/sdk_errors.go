package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// reportSDKErrors reports the errors with which the SDK rejected a declaration under the id of the running rule.
// It returns the rejected declarations, so that a rule does not report them twice.
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

// markAt returns the position of the option at a path, or of its nearest ancestor that has one.
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
