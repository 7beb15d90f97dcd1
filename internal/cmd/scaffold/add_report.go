package scaffold

import (
	"strings"

	"github.com/appsvc/svc/internal/scaffold"
)

// document returns what --json prints: the plan with the worker and the scopes.
func (a *addition) document(plan *scaffold.Plan) any {
	return struct {
		*scaffold.Plan
		Worker        string   `json:"worker,omitempty"`
		Scopes        []string `json:"scopes,omitempty"`
		MissingScopes []string `json:"missingScopes,omitempty"`
	}{plan, a.worker, a.scopes, a.missing}
}

// report prints what the addition did, besides the files of the plan.
func (a *addition) report() {
	if a.opts.asJSON {
		return
	}
	where := a.app.ConfigFile
	if a.worker != "" {
		where = "the worker " + a.worker
		if registrations[a.opts.kind].list != "" {
			where += " and " + a.app.ConfigFile
		}
	}
	a.opts.env.Notef("registered %s %q in %s", a.opts.kind, a.opts.name.Kebab, where)
	if len(a.scopes) > 0 {
		a.opts.env.Notef("added to scopes: %s", strings.Join(a.scopes, ", "))
	}
	if len(a.missing) > 0 {
		a.opts.env.Notef("add to scopes in %s: %s", a.app.ConfigFile, strings.Join(a.missing, ", "))
	}
}
