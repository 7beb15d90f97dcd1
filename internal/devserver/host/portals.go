package host

import (
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/loopback"
)

// Portal is an account of the emulated CRM that can install an app with OAuth.
type Portal struct {
	ID int64 `json:"portal"`
	// Name says what the account has.
	Name string `json:"name"`

	tier    string
	records int // the least number of records of each type with samples
}

// Portals returns the accounts of the emulated CRM.
func Portals() []Portal { return portals[:] }

var portals = [...]Portal{
	{ID: DefaultPortal, Name: "Starter, sample records", tier: "starter"},
	{ID: DefaultPortal + 1, Name: "Professional, 250 records of each type", tier: "professional", records: 250},
	{ID: DefaultPortal + 2, Name: "Enterprise, 1,000 records of each type", tier: "enterprise", records: 1000},
}

// otherPortals returns the accounts besides DefaultPortal for the emulated CRM.
func otherPortals(app *declared.Declaration) ([]crmsim.Portal, error) {
	var others []crmsim.Portal
	for _, p := range portals[1:] {
		limits, err := tierOf(app, p.tier).Limits(0)
		if err != nil {
			return nil, err
		}
		others = append(others, crmsim.Portal{ID: p.ID, Limits: limits, Records: p.records})
	}
	return others, nil
}

// oauthOptions returns what the emulated CRM knows about the app's OAuth.
func (h *Host) oauthOptions() *crmsim.OAuth {
	pages := &crmsim.OAuthPages{
		AppName:        h.options.App.Options.Get("name").Text,
		ConnectedApps:  h.options.Profile.ConnectedAppsPath,
		AllowsRedirect: allowsRedirect,
	}
	for _, p := range portals {
		pages.Accounts = append(pages.Accounts, crmsim.OAuthAccount{ID: p.ID, Name: p.Name})
	}
	o := &crmsim.OAuth{
		ClientID: h.bindings.all[clientIDName], ClientSecret: h.bindings.all[clientSecretName], PortalID: DefaultPortal,
		Pages: pages, Grants: h.kept.Grants, Random: h.options.Random,
	}
	o.Scopes = scopesIn(h.options.App, "scopes")
	if !h.options.InMemory {
		o.OnGrants = h.keepGrants
	}
	return o
}

// callbackPath is the path of the app worker that receives the result of a consent.
const callbackPath = "/oauth-callback"

// allowsRedirect reports whether a consent may send the browser to a URL: to an app on this machine.
func allowsRedirect(to *url.URL) bool {
	return to.Path == callbackPath && to.User == nil && (to.Scheme == "http" || to.Scheme == "https") &&
		loopback.IsHost(strings.ToLower(strings.TrimSuffix(to.Hostname(), ".")))
}
