package components

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
)

// kindWords are the names of declaration kinds in messages.
var kindWords = map[string]string{
	"card": "card", "tool": "tool", "trigger": "trigger", "appObject": "app object", "appObjectAssociation": "association",
	"appEvent": "app event",
}

// leftOut reports a member of a declaration that the vendor's project format does not support.
func leftOut(p *codegen.Pass, subject codegen.Subject, member, what string) {
	subject.Member = member
	p.Warn("not-in-project", subject, "svc omits the %s of the %s %q: the vendor's format does not support it",
		what, kindWords[subject.Kind], subject.ID)
}

// requests reports whether an install has the scope: it is required, or optional in an app that has optional scopes.
func requests(p *codegen.Pass, scope string) bool {
	isOptional := p.Project.App.Auth != "static" && slices.Contains(p.Project.App.OptionalScopes, scope)
	return isOptional || slices.Contains(p.RequiredScopes(), scope)
}

// need adds scopes that a component needs and the app does not request, with a warning.
func need(p *codegen.Pass, rule string, by codegen.Subject, component string, scopes ...string) {
	var missing []string
	for _, scope := range scopes {
		if !requests(p, scope) {
			missing = append(missing, scope)
		}
	}
	if len(missing) == 0 {
		return
	}
	p.NeedScope(missing...)
	p.Warn(rule, by, "%s needs %s, which the app does not request; svc adds it to the required scopes",
		component, strings.Join(missing, ", ")).
		Hintf("add it to scopes, so that the declaration lists all scopes of an install")
}
