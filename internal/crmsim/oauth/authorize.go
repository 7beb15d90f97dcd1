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

// consent is what an app asks for, from the URL of the consent page.
type consent struct {
	redirectURI string
	scopes      []string // required ones
	optional    []string
	portalID    int64 // 0 if the URL names none
}

// authorize shows the consent page. Without pages it consents.
func (a *API) authorize(c *api.Call) (int, any, *api.Error) {
	asked, refused := a.readConsent(c)
	if refused != nil {
		return http.StatusBadRequest, refused, nil
	}
	if a.options.Pages != nil {
		return http.StatusOK, a.consentPage(asked), nil
	}
	if asked.portalID == 0 {
		asked.portalID = a.options.PortalID
	}
	return a.allow(c, asked, asked.optional)
}

// readConsent checks the URL of the consent page. It returns a failure if it is invalid.
func (a *API) readConsent(c *api.Call) (consent, any) {
	refuse := func(code, status, message string) (consent, any) {
		_, refused, _ := fail(c, code, status, message)
		return consent{}, refused
	}
	query := c.Request.URL.Query()
	asked := consent{
		redirectURI: query.Get("redirect_uri"), scopes: strings.Fields(query.Get("scope")),
		optional: strings.Fields(query.Get("optional_scope")),
	}
	target, err := url.Parse(asked.redirectURI)
	if err != nil || !target.IsAbs() {
		return refuse("invalid_request", "BAD_REDIRECT_URI", "redirect_uri is missing, or no absolute URL")
	}
	if pages := a.options.Pages; pages != nil && !pages.AllowsRedirect(target) {
		return refuse("invalid_request", "BAD_REDIRECT_URI", "redirect_uri is not a redirect URL of the app")
	}
	if query.Get("client_id") != a.options.ClientID {
		return refuse("invalid_client", "BAD_CLIENT_ID", "missing or unknown client id")
	}
	for _, required := range a.options.Scopes {
		if !slices.Contains(asked.scopes, required) {
			return refuse(
				"invalid_scope", "BAD_SCOPES", "the app requires the scope "+required+", and the address does not ask for it",
			)
		}
	}
	if named := c.PathValue("portal"); named != "" {
		asked.portalID, err = strconv.ParseInt(named, 10, 64)
		if err != nil || a.options.Pages != nil && a.options.Pages.account(asked.portalID) == nil {
			return refuse("invalid_request", "BAD_HUB", "no account has the id "+named)
		}
	}
	return asked, nil
}

// allow redirects the browser with a code.
func (a *API) allow(c *api.Call, asked consent, optional []string) (int, any, *api.Error) {
	code := fmt.Sprintf("code-%d-%d%s", asked.portalID, len(a.codes)+len(a.used)+1, a.unguessable())
	a.codes[code] = grant{
		portalID: asked.portalID, scopes: slices.Concat(asked.scopes, optional), redirectURI: asked.redirectURI,
		expires: c.Clock.Now().Add(codeLife),
	}
	return redirectBack(c, asked, "code", code)
}

// redirectBack redirects the browser to the app with a result.
func redirectBack(c *api.Call, asked consent, name, value string) (int, any, *api.Error) {
	target, err := url.Parse(asked.redirectURI)
	if err != nil {
		return fail(c, "invalid_request", "BAD_REDIRECT_URI", "redirect_uri is not a URL")
	}
	back := target.Query()
	back.Set(name, value)
	if query := c.Request.URL.Query(); query.Has("state") {
		back.Set("state", query.Get("state"))
	}
	target.RawQuery = back.Encode()
	c.Header.Set("Location", target.String())
	return http.StatusFound, nil, nil
}
