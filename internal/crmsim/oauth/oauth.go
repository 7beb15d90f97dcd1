// Package oauth serves the OAuth endpoints of the emulated CRM: consent, tokens and introspection.
package oauth

import (
	"cmp"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

const (
	// defaultTokenLife is the lifetime of an access token, the platform's usual one.
	defaultTokenLife = 30 * time.Minute
	// codeLife is the lifetime of an authorization code. The platform publishes no figure.
	codeLife = 10 * time.Minute
)

// Options configures the OAuth endpoints. Consent is always given.
type Options struct {
	ClientID, ClientSecret string
	// Scopes are those that the app requires: a consent must request all of them. Without scopes none are checked.
	Scopes []string
	// PortalID is the account that consents if the URL names none; 1000001 by default.
	PortalID int64
	// TokenLife is the lifetime of an access token; 30 minutes by default.
	TokenLife time.Duration
	// Rotates issues a new refresh token with each access token, and rejects the former one.
	Rotates bool
	// Consented returns the account of a code that /oauth/authorize did not issue, for tests without a browser. It
	// may be nil.
	Consented func(code string) (portalID int64, ok bool)
}

// API serves the OAuth endpoints of one app.
type API struct {
	options Options
	appID   int64
	codes   map[string]grant
	refresh map[string]grant
	access  map[string]grant
	used    map[string]bool // codes that were exchanged
	issued  map[int64]int   // access tokens by account
	// failures are the statuses of the next token requests.
	failures []int
}

// grant is what a code or token permits.
type grant struct {
	portalID    int64
	scopes      []string
	redirectURI string // of a code; "" for any
	expires     time.Time
}

// New returns the endpoints of an app without grants.
func New(o Options, appID, defaultPortalID int64) *API {
	o.PortalID = cmp.Or(o.PortalID, defaultPortalID)
	o.TokenLife = cmp.Or(o.TokenLife, defaultTokenLife)
	return &API{
		options: o, appID: appID, codes: map[string]grant{}, refresh: map[string]grant{}, access: map[string]grant{},
		used: map[string]bool{}, issued: map[int64]int{},
	}
}

// Routes returns the routes of the package. They need no access token.
func (a *API) Routes() api.Routes {
	return api.Routes{
		"GET /oauth/authorize":                           a.authorize,
		"GET /oauth/{portal}/authorize":                  a.authorize,
		"POST /oauth/{version}/token":                    a.token,
		"POST /oauth/{version}/token/introspect":         a.introspect,
		"POST /oauth/{version}/token/revoke":             a.revokeToken,
		"GET /oauth/{version}/access-tokens/{token}":     a.tokenInfo,
		"DELETE /oauth/{version}/refresh-tokens/{token}": a.revokeToken,
	}
}

// Uninstall revokes all tokens of an account.
func (a *API) Uninstall(portalID int64) {
	revoke(a.refresh, portalID)
	a.EndAccessTokens(portalID)
}

// EndAccessTokens ends the access tokens of an account before they expire. Its refresh token stays valid.
func (a *API) EndAccessTokens(portalID int64) { revoke(a.access, portalID) }

func revoke(tokens map[string]grant, portalID int64) {
	for token, grant := range tokens {
		if grant.portalID == portalID {
			delete(tokens, token)
		}
	}
}

// FailTokens makes the next token requests fail with these statuses, one per request.
func (a *API) FailTokens(statuses ...int) { a.failures = append(a.failures, statuses...) }

// TokensIssued returns how many access tokens an account received.
func (a *API) TokensIssued(portalID int64) int { return a.issued[portalID] }

// Authenticate returns the account of an access token.
func (a *API) Authenticate(token string, now time.Time) (portalID int64, err *api.Error) {
	granted, known := a.access[token]
	if !known {
		return 0, Unauthorized("The OAuth token used to make this call is invalid or was revoked.")
	}
	if late := now.Sub(granted.expires); late >= 0 {
		err := Unauthorized(
			fmt.Sprintf("The OAuth token used to make this call expired %d second(s) ago.", int(late.Seconds())),
		)
		err.Category = "EXPIRED_AUTHENTICATION"
		err.Context = map[string][]string{"expire time": {granted.expires.UTC().Format(time.RFC3339)}}
		return 0, err
	}
	return granted.portalID, nil
}

// Unauthorized returns a 401.
func Unauthorized(message string) *api.Error {
	return &api.Error{Status: http.StatusUnauthorized, Category: "INVALID_AUTHENTICATION", Message: message}
}
