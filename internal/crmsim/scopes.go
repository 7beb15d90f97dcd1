package crmsim

import (
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

// MissingScopes is a call that the account refused because its token has none of the scopes that permit it.
type MissingScopes struct {
	PortalID     int64
	Method, Path string
	// Scopes permit the call, each alone. They are in order of preference.
	Scopes []string
}

// needs returns the scopes of which a call needs one; nil if every token may make it. The access is "read" or
// "write".
type needs func(p *portal, c *api.Call, access string) []string

// routeScopes are the scopes of the routes, by the start of their paths. The first row that matches holds.
var routeScopes = []struct {
	path  string
	needs needs
}{
	{"/crm/v3/objects/{type}", oneType(platform.ObjectScopes)},
	{"/crm/v3/objects/{from}/", bothTypes},
	{"/crm/v4/objects/{from}/", bothTypes},
	{"/crm/v3/associations/{from}/", bothTypes},
	{"/crm/v4/associations/{from}/", bothTypes},
	{"/crm/v3/properties/{type}", oneType(platform.SchemaScopes)},
	{"/crm/v3/pipelines/{type}", oneType(platform.SchemaScopes)},
	{"/crm/v3/schemas/{type}", oneType(platform.SchemaScopes)},
	{"/crm/v3/schemas", scope("crm.schemas.custom.read", "crm.objects.custom.read")},
	{"/crm/v3/owners", scope("crm.objects.owners.read")},
	{"/automation/v4/actions/callbacks/", scope("automation")},
	{"/integrators/timeline/v4/", scope("timeline")},
	{"/events/v3/send", scope("analytics.behavioral_events.send")},
	{"/conversations/v3/custom-channels", byAccess("conversations.custom_channels.")},
	{"/visitor-identification/v3/", scope("conversations.visitor_identification.tokens.create")},
	{"/account-info/v3/", scope()},
	{"/appinstalls/v3/", scope()},
}

// readSuffixes end the routes that read with another method than GET.
var readSuffixes = []string{"/search", "/batch/read"}

// permit refuses a call whose token lacks the scopes of its route.
func (s *Sim) permit(p *portal, c *api.Call) *api.Error {
	if s.options.Scopes == nil {
		return nil
	}
	required := requiredScopes(p, c)
	if len(required) == 0 || slices.ContainsFunc(required, c.Caller.Has) {
		return nil
	}
	if s.options.OnMissingScopes != nil {
		s.options.OnMissingScopes(MissingScopes{
			PortalID: c.Caller.PortalID, Method: c.Request.Method, Path: c.Request.URL.Path, Scopes: required,
		})
	}
	return &api.Error{
		Status: http.StatusForbidden, Category: "MISSING_SCOPES",
		Message: "This app hasn't been granted all required scopes to make this call.",
		Details: []api.Detail{{
			Message: "One or more of the following scopes are required.",
			Context: map[string][]string{"requiredGranularScopes": required},
		}},
	}
}

func requiredScopes(p *portal, c *api.Call) []string {
	_, path, hasMethod := strings.Cut(c.Pattern(), " ")
	if !hasMethod {
		return nil // a part that is not emulated
	}
	access := "write"
	endsInRead := func(suffix string) bool { return strings.HasSuffix(path, suffix) }
	if c.Request.Method == http.MethodGet || slices.ContainsFunc(readSuffixes, endsInRead) {
		access = "read"
	}
	for _, row := range routeScopes {
		if strings.HasPrefix(path, row.path) {
			return row.needs(p, c, access)
		}
	}
	return nil
}

func scope(anyOf ...string) needs {
	return func(*portal, *api.Call, string) []string { return anyOf }
}

func byAccess(prefix string) needs {
	return func(_ *portal, _ *api.Call, access string) []string { return []string{prefix + access} }
}

// scopesOfType are platform.ObjectScopes or platform.SchemaScopes.
type scopesOfType func(objectType, access string, isAppObject bool) []string

// oneType returns the scopes of the type in the path.
func oneType(scopes scopesOfType) needs {
	return func(p *portal, c *api.Call, access string) []string {
		return p.scopesOf(scopes, c.PathValue("type"), access)
	}
}

// bothTypes returns the scopes of the two types of an association. The platform documents them as alternatives.
func bothTypes(p *portal, c *api.Call, access string) []string {
	var all []string
	for _, end := range []string{"from", "to"} {
		for _, scope := range p.scopesOf(platform.ObjectScopes, c.PathValue(end), access) {
			if !slices.Contains(all, scope) {
				all = append(all, scope)
			}
		}
	}
	return all
}

// scopesOf returns the scopes of an object type under any of its names; nil for a type that the account lacks, which
// the route refuses.
func (p *portal) scopesOf(scopes scopesOfType, name, access string) []string {
	table, unknown := p.account.Table(name)
	if unknown != nil {
		return nil
	}
	return scopes(table.Type.Singular, access, table.Type.IsFromApp() || table.Type.IsCustom)
}
