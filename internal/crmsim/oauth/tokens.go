package oauth

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// tokens is the platform's response with tokens.
type tokens struct {
	TokenType    string   `json:"token_type"`
	RefreshToken string   `json:"refresh_token"`
	AccessToken  string   `json:"access_token"`
	HubID        int64    `json:"hub_id"`
	Scopes       []string `json:"scopes"`
	ExpiresIn    int64    `json:"expires_in"`
	TokenUse     string   `json:"token_use"`
}

// issue issues an access token. It issues a refresh token too if there is none, or if refresh tokens rotate.
func (a *API) issue(granted grant, refresh string, now time.Time) tokens {
	a.issued[granted.portalID]++
	n := a.issued[granted.portalID]
	if refresh == "" || a.options.Rotates {
		delete(a.refresh, refresh)
		refresh = fmt.Sprintf("refresh-%d-%d%s", granted.portalID, n, a.unguessable())
	}
	access, life := fmt.Sprintf("access-%d-%d%s", granted.portalID, n, a.unguessable()), a.options.TokenLife
	a.access[access] = grant{portalID: granted.portalID, scopes: granted.scopes, expires: now.Add(life)}
	a.refresh[refresh] = grant{portalID: granted.portalID, scopes: granted.scopes, newest: access}
	a.granted()
	return tokens{"bearer", refresh, access, granted.portalID, granted.scopes, int64(life.Seconds()), "access_token"}
}

// token exchanges a code or a refresh token.
func (a *API) token(c *api.Call) (int, any, *api.Error) {
	if len(a.failures) > 0 {
		status := a.failures[0]
		a.failures = a.failures[1:]
		return 0, nil, &api.Error{Status: status, Message: "the token endpoint fails on request"}
	}
	form, status, answer := a.clientForm(c)
	if answer != nil {
		return status, answer, nil
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		return a.exchangeCode(c, form)
	case "refresh_token":
		refresh := form.Get("refresh_token")
		granted, known := a.refresh[refresh]
		if !known {
			return fail(c, "invalid_grant", "BAD_REFRESH_TOKEN", "refresh token is invalid, expired or revoked")
		}
		return http.StatusOK, a.issue(granted, refresh, c.Clock.Now()), nil
	}
	return fail(c, "unsupported_grant_type", "BAD_GRANT_TYPE", "missing or unknown grant type")
}

func (a *API) exchangeCode(c *api.Call, form url.Values) (int, any, *api.Error) {
	code, now := form.Get("code"), c.Clock.Now()
	granted, known := a.codes[code]
	if portal, ok := a.consented(code); !known && ok {
		granted, known = grant{portalID: portal, scopes: a.options.Scopes, expires: now.Add(codeLife)}, true
	}
	if !known || a.used[code] || now.After(granted.expires) {
		return fail(c, "invalid_grant", "BAD_AUTH_CODE", "missing or unknown auth code")
	}
	if granted.redirectURI != "" && granted.redirectURI != form.Get("redirect_uri") {
		return fail(c, "invalid_grant", "BAD_REDIRECT_URI", "redirect_uri is not the one of the consent")
	}
	a.used[code] = true
	delete(a.codes, code)
	return http.StatusOK, a.issue(granted, "", now), nil
}

func (a *API) consented(code string) (int64, bool) {
	if a.options.Consented == nil {
		return 0, false
	}
	return a.options.Consented(code)
}

// clientForm reads the form of a request. It returns an answer if the form is invalid or not from the app.
func (a *API) clientForm(c *api.Call) (url.Values, int, any) {
	form, err := url.ParseQuery(string(c.Body))
	status, answer := 0, any(nil)
	switch {
	case err != nil || !strings.HasPrefix(c.Request.Header.Get("Content-Type"), "application/x-www-form-urlencoded"):
		status, answer, _ = fail(c, "invalid_request", "BAD_REQUEST", "the body must be application/x-www-form-urlencoded")
	case form.Get("client_id") != a.options.ClientID:
		status, answer, _ = fail(c, "invalid_client", "BAD_CLIENT_ID", "missing or unknown client id")
	case form.Get("client_secret") != a.options.ClientSecret:
		status, answer, _ = fail(c, "invalid_client", "BAD_CLIENT_SECRET", "missing or invalid client secret")
	}
	return form, status, answer
}

// revokeToken revokes a refresh token. Access tokens that were issued with it stay valid until they expire.
func (a *API) revokeToken(c *api.Call) (int, any, *api.Error) {
	token := c.PathValue("token")
	if token == "" {
		form, status, answer := a.clientForm(c)
		if answer != nil {
			return status, answer, nil
		}
		token = form.Get("token")
	}
	delete(a.refresh, token)
	a.granted()
	return http.StatusNoContent, nil, nil
}
