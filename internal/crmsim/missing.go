package crmsim

import "github.com/appsvc/svc/internal/crmsim/api"

// missing are the parts of the platform's API that the emulated account lacks, by the start of their paths. Other
// paths without a route are unknown to the platform, too.
var missing = map[string]string{
	"/automation/v2":                  "workflows",
	"/automation/v3":                  "workflows",
	"/automation/v4":                  "workflows",
	"/automation/v4/actions":          "definitions of workflow actions",
	"/automation/v4/sequences":        "sequences",
	"/business-units":                 "business units",
	"/cms":                            "content tools",
	"/communication-preferences":      "subscription preferences",
	"/companies/v2":                   "versions of the API before 3",
	"/contacts/v1":                    "versions of the API before 3",
	"/content":                        "content tools",
	"/conversations/v3/conversations": "conversation threads",
	"/crm/v3/exports":                 "exports",
	"/crm/v3/extensions":              "CRM extensions",
	"/crm/v3/imports":                 "imports",
	"/crm/v3/lists":                   "lists",
	"/crm/v3/pipelines":               "changes of pipelines",
	"/crm/v3/schemas":                 "changes of schemas",
	"/deals/v1":                       "versions of the API before 3",
	"/engagements/v1":                 "versions of the API before 3",
	"/events/v3/event-definitions":    "definitions of custom events",
	"/events/v3/events":               "reads of events",
	"/files":                          "files",
	"/integrators/timeline/v4":        "timeline event templates",
	"/marketing":                      "marketing tools",
	"/media-bridge":                   "media bridges",
	"/scheduler":                      "meetings",
	"/settings":                       "account settings",
	"/settings/v3/users":              "users",
	"/webhooks":                       "settings of webhooks",
}

// missingCalls are such parts beside routes that the account has, by the patterns of their calls.
var missingCalls = map[string]string{
	"POST /crm/v3/objects/deals/splits/batch/{action}":                                "deal splits",
	"POST /crm/v3/objects/{type}/gdpr-delete":                                         "deletions for privacy",
	"GET /crm/v4/associations/definitions/configurations/all":                         "limits of associations",
	"GET /crm/v4/associations/definitions/configurations/{from}/{to}":                 "limits of associations",
	"POST /crm/v4/associations/definitions/configurations/{from}/{to}/batch/{action}": "limits of associations",
	"POST /crm/v4/associations/{usage}/{report}/{user}":                               "usage reports of associations",
	"GET /oauth/{version}/refresh-tokens/{token}":                                     "reads of refresh tokens",
}

// missingRoutes answer calls of missing parts. Routes of a method or with a longer path precede them.
func missingRoutes() api.Routes {
	routes := api.Routes{}
	refuse := func(what string) api.Handler {
		return func(*api.Call) (int, any, *api.Error) { return 0, nil, api.NotEmulated(what) }
	}
	for path, what := range missing {
		routes[path], routes[path+"/{rest...}"] = refuse(what), refuse(what)
	}
	for pattern, what := range missingCalls {
		routes[pattern] = refuse(what)
	}
	return routes
}
