// This file adds the scopes that components need to those that the app requests.

package components

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/codegen"
)

// need asks for scopes that the app does not request, and says so: an install has to grant them.
func need(p *codegen.Pass, rule string, by codegen.Subject, who string, scopes ...string) {
	var missing []string
	for _, scope := range scopes {
		if !slices.Contains(p.RequiredScopes(), scope) && !slices.Contains(p.Project.App.OptionalScopes, scope) {
			missing = append(missing, scope)
		}
	}
	if len(missing) == 0 {
		return // requested
	}
	p.NeedScope(by, missing...)
	p.Warn(rule, by, "%s needs %s, which the app does not request: svc adds it to the required scopes", who, strings.Join(
		missing, ", ",
	)).
		Hintf("add it to scopes, so that the declaration says what an install grants")
}
