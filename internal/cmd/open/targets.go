package open

import (
	"net/url"

	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// devTarget is the target of the local server. It needs no deploy.
const devTarget = "dev"

// edgeDashboard is the edge platform's dashboard (edge docs).
const edgeDashboard = "https://dash.cloudflare.com/"

// targets is the table of targets, in the order of the help.
var targets = []struct {
	name, about string
	// url returns "" if the URL is unknown.
	url func(link.Environment, *platform.Profile) string
}{
	{"app", "the app worker", func(e link.Environment, _ *platform.Profile) string { return e.Origin }},
	{"install", "where portals install the app", below("/oauth-start")},
	{"dashboard", "all workers of the account, on the edge platform", func(
		e link.Environment, _ *platform.Profile,
	) string {
		return atEdge(e.Account, "/workers-and-pages")
	}},
	{"edge", "metrics, logs and settings of the app worker, on the edge platform", func(
		e link.Environment, _ *platform.Profile,
	) string {
		if e.Script == "" {
			return ""
		}
		return atEdge(e.Account, "/workers/services/view/"+url.PathEscape(e.Script)+"/production")
	}},
	{"crm", "the app's project, in the CRM", func(e link.Environment, p *platform.Profile) string {
		if e.CRM == nil {
			return ""
		}
		return p.AppOrigin + "/developer-projects/" + url.PathEscape(e.CRM.Account) +
			"/project/" + url.PathEscape(e.CRM.Project)
	}},
	{devTarget, "the local server of 'svc dev'", func(link.Environment, *platform.Profile) string { return "" }},
}

// below returns the URL of a path of the app worker.
func below(path string) func(link.Environment, *platform.Profile) string {
	return func(e link.Environment, _ *platform.Profile) string {
		if e.Origin == "" {
			return ""
		}
		return e.Origin + path
	}
}

// atEdge returns the URL of a page of an account.
func atEdge(account, path string) string {
	if account == "" {
		return ""
	}
	return edgeDashboard + url.PathEscape(account) + path
}
