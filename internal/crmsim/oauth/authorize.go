package oauth

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// failure is the form of the errors of the OAuth endpoints.
type failure struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	Status      string `json:"status"`
	Message     string `json:"message"`
	Correlation string `json:"correlationId"`
}

func fail(c *api.Call, code, status, message string) (int, any, *api.Error) {
	return http.StatusBadRequest, failure{code, message, status, message, c.CorrelationID}, nil
}

// authorize consents and redirects the browser with a code.
func (a *API) authorize(c *api.Call) (int, any, *api.Error) {
	query := c.Request.URL.Query()
	target, err := url.Parse(query.Get("redirect_uri"))
	if err != nil || !target.IsAbs() {
		return fail(c, "invalid_request", "BAD_REDIRECT_URI", "redirect_uri is missing, or no absolute URL")
	}
	if query.Get("client_id") != a.options.ClientID {
		return fail(c, "invalid_client", "BAD_CLIENT_ID", "missing or unknown client id")
	}
	scopes := strings.Fields(query.Get("scope"))
	for _, required := range a.options.Scopes {
		if !slices.Contains(scopes, required) {
			return fail(
				c, "invalid_scope", "BAD_SCOPES", "the app requires the scope "+required+", and the address does not ask for it",
			)
		}
	}
	portal := a.options.PortalID
	if named := c.PathValue("portal"); named != "" {
		if portal, err = strconv.ParseInt(named, 10, 64); err != nil {
			return fail(c, "invalid_request", "BAD_HUB", "no account has the id "+named)
		}
	}
	code := fmt.Sprintf("code-%d-%d", portal, len(a.codes)+len(a.used)+1)
	a.codes[code] = grant{
		portalID: portal, scopes: append(scopes, strings.Fields(query.Get("optional_scope"))...),
		redirectURI: query.Get("redirect_uri"), expires: c.Clock.Now().Add(codeLife),
	}
	back := target.Query()
	back.Set("code", code)
	if query.Has("state") {
		back.Set("state", query.Get("state"))
	}
	target.RawQuery = back.Encode()
	c.Header.Set("Location", target.String())
	return http.StatusFound, nil, nil
}
