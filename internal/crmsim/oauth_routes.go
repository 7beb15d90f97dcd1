// This file answers the OAuth endpoints: consent, tokens, and what a token is.

package crmsim

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// oauthError is an answer of the OAuth endpoints, which have a shape of their own.
type oauthError struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	Status      string `json:"status"`
	Message     string `json:"message"`
}

func badOAuth(code, status, message string) (int, any, *apiError) {
	return http.StatusBadRequest, oauthError{code, message, status, message}, nil
}

// authorize consents, and sends the browser back with a code.
func (c *call) authorize() (int, any, *apiError) {
	query := c.request.URL.Query()
	target, err := url.Parse(query.Get("redirect_uri"))
	if err != nil || !target.IsAbs() {
		return badOAuth("invalid_request", "BAD_REDIRECT_URI", "redirect_uri is missing, or no absolute URL")
	}
	if query.Get("client_id") != c.grants.ClientID {
		return badOAuth("invalid_client", "BAD_CLIENT_ID", "missing or unknown client id")
	}
	scopes := strings.Fields(query.Get("scope"))
	for _, required := range c.grants.Scopes {
		if !slices.Contains(scopes, required) {
			return badOAuth(
				"invalid_scope", "BAD_SCOPES", "the app requires the scope "+required+", and the address does not ask for it",
			)
		}
	}
	portal := c.grants.PortalID
	if named := c.params["portal"]; named != "" {
		if portal, err = strconv.ParseInt(named, 10, 64); err != nil {
			return badOAuth("invalid_request", "BAD_HUB", "no account has the id "+named)
		}
	}
	code := fmt.Sprintf("code-%d-%d", portal, len(c.grants.codes)+len(c.grants.used)+1)
	c.grants.codes[code] = grant{
		portal: portal, scopes: append(scopes, strings.Fields(query.Get("optional_scope"))...),
		redirectURI: query.Get("redirect_uri"), until: c.options.Clock.Now().Add(codeLife),
	}
	back := target.Query()
	back.Set("code", code)
	if query.Has("state") {
		back.Set("state", query.Get("state"))
	}
	target.RawQuery = back.Encode()
	c.header.Set("Location", target.String())
	return http.StatusFound, nil, nil
}

// token trades a code or a refresh token.
func (c *call) token() (int, any, *apiError) {
	if failures := c.grants.failures; len(failures) > 0 {
		c.grants.failures = failures[1:]
		return 0, nil, &apiError{status: failures[0], message: "the token endpoint fails, as it was told to"}
	}
	form, status, answer := c.clientForm()
	if answer != nil {
		return status, answer, nil
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		return c.tradeCode(form)
	case "refresh_token":
		old := form.Get("refresh_token")
		granted, known := c.grants.refresh[old]
		if !known {
			return badOAuth("invalid_grant", "BAD_REFRESH_TOKEN", "refresh token is invalid, expired or revoked")
		}
		return http.StatusOK, c.grants.issue(granted, old, c.options.Clock.Now()), nil
	}
	return badOAuth("unsupported_grant_type", "BAD_GRANT_TYPE", "missing or unknown grant type")
}

func (c *call) tradeCode(form url.Values) (int, any, *apiError) {
	g, code := c.grants, form.Get("code")
	granted, known := g.codes[code]
	if portal, ok := g.consented(code); !known && ok {
		granted, known = grant{portal: portal, scopes: g.Scopes, until: c.options.Clock.Now().Add(codeLife)}, true
	}
	if !known || g.used[code] || c.options.Clock.Now().After(granted.until) {
		return badOAuth("invalid_grant", "BAD_AUTH_CODE", "missing or unknown auth code")
	}
	if granted.redirectURI != "" && granted.redirectURI != form.Get("redirect_uri") {
		return badOAuth("invalid_grant", "BAD_REDIRECT_URI", "redirect_uri is not the one of the consent")
	}
	g.used[code] = true
	delete(g.codes, code)
	return http.StatusOK, g.issue(granted, "", c.options.Clock.Now()), nil
}

func (g *grants) consented(code string) (int64, bool) {
	if g.Consented == nil {
		return 0, false
	}
	return g.Consented(code)
}

// clientForm is the form that the body is; an answer when it is none, or not from the app.
func (c *call) clientForm() (url.Values, int, any) {
	form, err := url.ParseQuery(string(c.body))
	status, answer := 0, any(nil)
	switch {
	case err != nil || !strings.HasPrefix(c.request.Header.Get("Content-Type"), "application/x-www-form-urlencoded"):
		status, answer, _ = badOAuth("invalid_request", "BAD_REQUEST", "the body must be application/x-www-form-urlencoded")
	case form.Get("client_id") != c.grants.ClientID:
		status, answer, _ = badOAuth("invalid_client", "BAD_CLIENT_ID", "missing or unknown client id")
	case form.Get("client_secret") != c.grants.ClientSecret:
		status, answer, _ = badOAuth("invalid_client", "BAD_CLIENT_SECRET", "missing or invalid client secret")
	}
	return form, status, answer
}

// tokenInfo says what an access token is, as the older path does: for whoever has the token.
func (c *call) tokenInfo() (int, any, *apiError) {
	token := c.params["token"]
	granted, known := c.grants.access[token]
	left := granted.until.Sub(c.options.Clock.Now())
	if !known || left <= 0 {
		return 0, nil, &apiError{status: http.StatusNotFound, message: "access token is invalid or expired"}
	}
	return http.StatusOK, c.describe(token, granted, int64(left.Seconds())), nil
}

// introspect says what a token is, as the newer path does: for the app.
func (c *call) introspect() (int, any, *apiError) {
	form, status, answer := c.clientForm()
	if answer != nil {
		return status, answer, nil
	}
	token := form.Get("token")
	if granted, known := c.grants.access[token]; known && granted.until.After(c.options.Clock.Now()) {
		info := c.describe(token, granted, int64(granted.until.Sub(c.options.Clock.Now()).Seconds()))
		info["active"] = true
		return http.StatusOK, info, nil
	}
	if granted, known := c.grants.refresh[token]; known {
		return http.StatusOK, map[string]any{
			"active": true, "hub_id": granted.portal, "token_type": "refresh", "scopes": granted.scopes,
		}, nil
	}
	return http.StatusOK, map[string]any{"active": false}, nil
}

func (c *call) describe(token string, granted grant, expiresIn int64) map[string]any {
	return map[string]any{
		"token": token, "hub_id": granted.portal, "hub_domain": "emulated.example", "user": "dev@example.com", "user_id": 1,
		"app_id": 1, "scopes": granted.scopes, "expires_in": expiresIn, "token_type": "access", "is_private_distribution": false,
	}
}

// revokeToken takes a refresh token back. The access tokens that came with it stay good until they end.
func (c *call) revokeToken() (int, any, *apiError) {
	token := c.params["token"]
	if token == "" {
		form, status, answer := c.clientForm()
		if answer != nil {
			return status, answer, nil
		}
		token = form.Get("token")
	}
	delete(c.grants.refresh, token)
	return http.StatusNoContent, nil, nil
}
