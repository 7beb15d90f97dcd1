package open

import (
	"net/url"

	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// devTarget is what 'svc dev' serves; it needs no deploy.
const devTarget = "dev"

// edgeDashboard is where the edge shows accounts (edge docs).
const edgeDashboard = "https://dash.cloudflare.com/"

// targets are the targets, in the order in which they are listed: adding one is one line here.
var targets = []struct {
	name, about string
	// url is "" when it is not known.
	url func(link.Environment, *platform.Profile) string
}{
	{"app", "the app worker", func(e link.Environment, _ *platform.Profile) string { return e.Origin }},
	{"install", "where portals install the app", below("/oauth-start")},
	{"dashboard", "all workers of the account at the edge", func(e link.Environment, _ *platform.Profile) string {
		return atEdge(e.Account, "/workers-and-pages")
	}},
	{"edge", "the app worker at the edge: its metrics, logs and settings", func(
		e link.Environment, _ *platform.Profile,
	) string {
		if e.Script == "" {
			return ""
		}
		return atEdge(e.Account, "/workers/services/view/"+url.PathEscape(e.Script)+"/production")
	}},
	{"crm", "the app's project at the CRM", func(e link.Environment, p *platform.Profile) string {
		if e.CRM == nil {
			return ""
		}
		return p.AppOrigin + "/developer-projects/" + url.PathEscape(e.CRM.Account) + "/project/" + url.PathEscape(
			e.CRM.Project,
		)
	}},
	{devTarget, "what 'svc dev' serves of this folder", func(link.Environment, *platform.Profile) string { return "" }},
}

// below is a path of the app worker.
func below(path string) func(link.Environment, *platform.Profile) string {
	return func(e link.Environment, _ *platform.Profile) string {
		if e.Origin == "" {
			return ""
		}
		return e.Origin + path
	}
}

// atEdge is a page of an account.
func atEdge(account, path string) string {
	if account == "" {
		return ""
	}
	return edgeDashboard + url.PathEscape(account) + path
}
