package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
)

// AppScopes returns the scopes that the app requests, optional ones included; nil without an app.
func AppScopes(app *declared.Declaration) []string {
	if app == nil {
		return nil
	}
	return append(scopesIn(app, "scopes"), scopesIn(app, "optionalScopes")...)
}

// scopesIn returns the scopes of an option of the app, without malformed ones; not nil.
func scopesIn(app *declared.Declaration, option string) []string {
	scopes := []string{}
	for _, item := range app.Options.Get(option).Items {
		if item.IsString() {
			scopes = append(scopes, item.Text)
		}
	}
	return scopes
}

// missingScopes returns a function that logs a refused call once for each portal and scope. The emulated CRM calls it
// for one call at a time.
func (h *Host) missingScopes() func(crmsim.MissingScopes) {
	requested, logged := AppScopes(h.options.App), map[string]bool{}
	return func(m crmsim.MissingScopes) {
		key := fmt.Sprint(m.PortalID, m.Scopes)
		if logged[key] {
			return
		}
		logged[key] = true
		fix := "add it to scopes of defineApp in svc.config.ts, or to optionalScopes if the app works without it"
		isRequested := func(scope string) bool { return slices.Contains(requested, scope) }
		if slices.ContainsFunc(m.Scopes, isRequested) {
			fix = "the app requests it, but the install does not grant it: install the app again"
		}
		h.Log("warn", fmt.Sprintf("the CRM refused %s %s in portal %d: the call needs the scope %s; %s",
			Shorten(m.Method), Shorten(m.Path), m.PortalID, strings.Join(m.Scopes, " or "), fix))
	}
}
