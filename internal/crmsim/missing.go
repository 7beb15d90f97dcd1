package crmsim

import "github.com/appsvc/svc/internal/crmsim/api"

// missing are the parts of the platform's API that the emulated account lacks, by the start of their paths. Other
// paths without a route are unknown to the platform, too.
var missing = map[string]string{
	"/automation/v4/flows":            "workflows",
	"/communication-preferences/v3":   "subscription preferences",
	"/communication-preferences/v4":   "subscription preferences",
	"/conversations/v3/conversations": "conversation threads",
	"/crm/v3/exports":                 "exports",
	"/crm/v3/extensions":              "CRM extensions",
	"/crm/v3/imports":                 "imports",
	"/crm/v3/lists":                   "lists",
	"/crm/v3/pipelines":               "changes of pipelines",
	"/crm/v3/schemas":                 "changes of schemas",
	"/events/v3/events":               "reads of events",
	"/files/v3":                       "files",
	"/marketing/v3":                   "marketing tools",
	"/settings/v3/users":              "users",
}

// missingRoutes answer calls of missing parts. Routes of a method or with a longer path precede them.
func missingRoutes() api.Routes {
	routes := api.Routes{}
	for path, what := range missing {
		refuse := func(*api.Call) (int, any, *api.Error) { return 0, nil, api.NotEmulated(what) }
		routes[path], routes[path+"/{rest...}"] = refuse, refuse
	}
	return routes
}
