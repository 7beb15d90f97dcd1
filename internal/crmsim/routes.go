// This file is the table of what the emulated CRM answers, and what a route works with.

package crmsim

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// route answers the requests of one method and path. A path segment in braces matches anything.
type route struct {
	method, path string
	run          func(*call) (status int, answer any, err *apiError)
}

// routes is the table: adding a part of the API is a file and its lines here.
func routes() []route {
	return []route{
		{"GET", "/crm/v3/objects/{type}", (*call).list},
		{"POST", "/crm/v3/objects/{type}", (*call).create},
		{"POST", "/crm/v3/objects/{type}/search", (*call).search},
		{"GET", "/crm/v3/objects/{type}/{id}", (*call).get},
		{"PATCH", "/crm/v3/objects/{type}/{id}", (*call).update},
		{"DELETE", "/crm/v3/objects/{type}/{id}", (*call).archive},
		{"POST", "/crm/v3/objects/{type}/merge", (*call).merge},
		{"POST", "/crm/v3/objects/{type}/batch/read", (*call).readBatch},
		{"POST", "/crm/v3/objects/{type}/batch/create", writesRecords("create")},
		{"POST", "/crm/v3/objects/{type}/batch/update", writesRecords("update")},
		{"POST", "/crm/v3/objects/{type}/batch/upsert", writesRecords("upsert")},
		{"POST", "/crm/v3/objects/{type}/batch/archive", (*call).archiveBatch},
		{"GET", "/crm/v3/objects/{from}/{id}/associations/{to}", (*call).listNamedAssociations},
		{"PUT", "/crm/v3/objects/{from}/{id}/associations/{to}/{other}/{kind}", (*call).putNamedAssociation},
		{"DELETE", "/crm/v3/objects/{from}/{id}/associations/{to}/{other}/{kind}", (*call).deleteNamedAssociation},
		{"GET", "/crm/v3/associations/{from}/{to}/types", (*call).listAssociationTypes},
		{"POST", "/crm/v3/associations/{from}/{to}/batch/read", (*call).readNamedAssociations},
		{"POST", "/crm/v3/associations/{from}/{to}/batch/create", (*call).createNamedAssociations},
		{"POST", "/crm/v3/associations/{from}/{to}/batch/archive", (*call).archiveNamedAssociations},
		{"GET", "/crm/v4/objects/{from}/{id}/associations/{to}", (*call).listAssociations},
		{"PUT", "/crm/v4/objects/{from}/{id}/associations/{to}/{other}", (*call).putAssociation},
		{"DELETE", "/crm/v4/objects/{from}/{id}/associations/{to}/{other}", (*call).deleteAssociation},
		{"PUT", "/crm/v4/objects/{from}/{id}/associations/default/{to}/{other}", (*call).putPlainAssociation},
		{"POST", "/crm/v4/associations/{from}/{to}/batch/read", (*call).readAssociations},
		{"POST", "/crm/v4/associations/{from}/{to}/batch/create", (*call).createAssociations},
		{"POST", "/crm/v4/associations/{from}/{to}/batch/archive", (*call).archiveAssociations},
		{"POST", "/crm/v4/associations/{from}/{to}/batch/associate/default", (*call).createPlainAssociations},
		{"POST", "/crm/v4/associations/{from}/{to}/batch/labels/archive", (*call).archiveLabels},
		{"GET", "/crm/v4/associations/{from}/{to}/labels", (*call).listLabels},
		{"POST", "/crm/v4/associations/{from}/{to}/labels", (*call).createLabel},
		{"PUT", "/crm/v4/associations/{from}/{to}/labels", (*call).updateLabel},
		{"DELETE", "/crm/v4/associations/{from}/{to}/labels/{label}", (*call).deleteLabel},
		{"GET", "/crm/v3/properties/{type}", (*call).listProperties},
		{"POST", "/crm/v3/properties/{type}", (*call).createProperty},
		{"POST", "/crm/v3/properties/{type}/batch/read", (*call).readProperties},
		{"POST", "/crm/v3/properties/{type}/batch/create", (*call).createProperties},
		{"POST", "/crm/v3/properties/{type}/batch/archive", (*call).archiveProperties},
		{"GET", "/crm/v3/properties/{type}/groups", (*call).listGroups},
		{"POST", "/crm/v3/properties/{type}/groups", (*call).createGroup},
		{"GET", "/crm/v3/properties/{type}/groups/{group}", (*call).getGroup},
		{"PATCH", "/crm/v3/properties/{type}/groups/{group}", (*call).updateGroup},
		{"DELETE", "/crm/v3/properties/{type}/groups/{group}", (*call).archiveGroup},
		{"GET", "/crm/v3/properties/{type}/{property}", (*call).getProperty},
		{"PATCH", "/crm/v3/properties/{type}/{property}", (*call).updateProperty},
		{"DELETE", "/crm/v3/properties/{type}/{property}", (*call).archiveProperty},
		{"POST", "/integrators/timeline/v4/events", (*call).sendEvent},
		{"POST", "/integrators/timeline/v4/events/batch", (*call).sendEvents},
		{"POST", "/integrators/timeline/v4/types/projects", (*call).resolveEventType},
		{"POST", "/events/v3/send", (*call).sendCompletion},
		{"POST", "/events/v3/send/batch", (*call).sendCompletions},
		{"GET", "/account-info/v3/details", (*call).details},
		{"GET", "/account-info/v3/api-usage/daily/private-apps", (*call).dailyUsage},
		{"DELETE", "/appinstalls/v3/external-install", (*call).uninstall},
		{"GET", "/conversations/v3/custom-channels", (*call).listChannels},
		{"POST", "/conversations/v3/custom-channels", (*call).createChannel},
		{"GET", "/conversations/v3/custom-channels/{channel}", (*call).getChannel},
		{"PATCH", "/conversations/v3/custom-channels/{channel}", (*call).updateChannel},
		{"DELETE", "/conversations/v3/custom-channels/{channel}", (*call).deleteChannel},
		{
			"PATCH", "/conversations/v3/custom-channels/{channel}/channel-account-staging-tokens/{token}", (*call).finishAccount,
		},
		{"GET", "/conversations/v3/custom-channels/{channel}/channel-accounts", (*call).listAccounts},
		{"POST", "/conversations/v3/custom-channels/{channel}/channel-accounts", (*call).createAccount},
		{"GET", "/conversations/v3/custom-channels/{channel}/channel-accounts/{account}", (*call).getAccount},
		{"PATCH", "/conversations/v3/custom-channels/{channel}/channel-accounts/{account}", (*call).updateAccount},
		{"POST", "/conversations/v3/custom-channels/{channel}/messages", (*call).publish},
		{"GET", "/conversations/v3/custom-channels/{channel}/messages/{message}", (*call).getMessage},
		{"PATCH", "/conversations/v3/custom-channels/{channel}/messages/{message}", (*call).updateMessage},
		{"POST", "/visitor-identification/v3/tokens/create", (*call).identifyVisitor},
		{"POST", "/automation/v4/actions/callbacks/complete", (*call).completeBatch},
		{"POST", "/automation/v4/actions/callbacks/{callback}/complete", (*call).complete},
	}
}

// oauthRoutes answer without an access token: they are there to get one.
func oauthRoutes() []route {
	return []route{
		{"GET", "/oauth/authorize", (*call).authorize},
		{"GET", "/oauth/{portal}/authorize", (*call).authorize},
		{"POST", "/oauth/{version}/token", (*call).token},
		{"POST", "/oauth/{version}/token/introspect", (*call).introspect},
		{"POST", "/oauth/{version}/token/revoke", (*call).revokeToken},
		{"GET", "/oauth/{version}/access-tokens/{token}", (*call).tokenInfo},
		{"DELETE", "/oauth/{version}/refresh-tokens/{token}", (*call).revokeToken},
	}
}

// call is one request on its way through a route.
type call struct {
	*Sim
	request *http.Request
	body    []byte
	params  map[string]string
	caller  caller
	// header is that of the answer; rates are added to it where the platform tells of them.
	header, rates http.Header
	// fault is what goes wrong; nil for nothing.
	fault *Fault
}

// olderPaths are the prefixes that a version follows, as in /crm/objects/2026-09/, and what the routes have for them.
var olderPaths = map[string]string{
	"/crm/objects/":                   "/crm/v3/objects/",
	"/crm/associations/":              "/crm/v4/associations/",
	"/crm/properties/":                "/crm/v3/properties/",
	"/automation/actions/callbacks/":  "/automation/v4/actions/callbacks/",
	"/integrators/timeline/":          "/integrators/timeline/v4/",
	"/events/custom/":                 "/events/v3/",
	"/account-info/":                  "/account-info/v3/",
	"/appinstalls/":                   "/appinstalls/v3/",
	"/conversations/custom-channels/": "/conversations/v3/custom-channels/",
	"/visitor-identification/":        "/visitor-identification/v3/",
}

// undated turns the date-versioned spelling of a path, and others with the version at that place, into that of
// the routes, which means the same.
func undated(path string) string {
	for versioned, older := range olderPaths {
		rest, found := strings.CutPrefix(path, versioned)
		version, rest, _ := strings.Cut(rest, "/")
		_, notDate := time.Parse("2006-01", version)
		if !found || notDate != nil && version != "v3" && version != "v4" {
			continue
		}
		if segments := strings.Split(rest, "/"); versioned == "/crm/objects/" && len(segments) > 2 &&
			segments[2] == "associations" {
			older = "/crm/v4/objects/"
		}
		return older + rest
	}
	return path
}

// route finds the route of the request in the table, and its path parameters.
func (c *call) route(table []route) (route, *apiError) {
	path := undated(c.request.URL.EscapedPath())
	known := false
	for _, r := range table {
		params, ok := match(r.path, path)
		if ok && r.method == c.request.Method {
			c.params = params
			return r, nil
		}
		known = known || ok
	}
	if known {
		return route{}, &apiError{status: http.StatusMethodNotAllowed, message: "HTTP 405 Method Not Allowed"}
	}
	return route{}, &apiError{status: http.StatusNotFound, message: "resource not found"}
}

func match(pattern, path string) (map[string]string, bool) {
	want, have := strings.Split(pattern, "/"), strings.Split(strings.TrimSuffix(path, "/"), "/")
	if len(want) != len(have) {
		return nil, false
	}
	params := map[string]string{}
	for i, segment := range want {
		value, err := url.PathUnescape(have[i])
		if name, isParam := strings.CutPrefix(segment, "{"); isParam && err == nil && value != "" {
			params[strings.TrimSuffix(name, "}")] = value
		} else if segment != have[i] {
			return nil, false
		}
	}
	return params, true
}

// objects is the object type that the path names, and its records.
func (c *call) objects() (*ObjectType, *table, *apiError) {
	kind := c.typeCalled(c.params["type"])
	if kind == nil {
		return nil, nil, unknownType(c.params["type"])
	}
	return kind, c.tables[kind], nil
}

// names is a list in the query: comma-separated, repeated, or both.
func (c *call) names(parameter string) []string {
	var names []string
	for _, value := range c.request.URL.Query()[parameter] {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}
