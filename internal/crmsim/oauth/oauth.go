// Package oauth serves the OAuth endpoints of the emulated CRM: consent, tokens and introspection.
package oauth

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

const (
	// defaultTokenLife is the lifetime of an access token, the platform's usual one.
	defaultTokenLife = 30 * time.Minute
	// codeLife is the lifetime of an authorization code. The platform publishes no figure.
	codeLife = 10 * time.Minute
	// tokenBytes is the length of the random part of a code or token.
	tokenBytes = 16
)

// Options configures the OAuth endpoints. Without Pages, consent is given at once.
type Options struct {
	ClientID, ClientSecret string
	// Scopes are those that the app requires: a consent must request all of them. Without scopes none are checked.
	Scopes []string
	// PortalID is the account that consents if the URL names none; 1000001 by default.
	PortalID int64
	// TokenLife is the lifetime of an access token; 30 minutes by default.
	TokenLife time.Duration
	// Pages asks for consent in the browser; nil for none.
	Pages *Pages
	// Grants are the installs at the start. OnGrants receives all installs after each change of them; it may be nil.
	Grants   []Grant
	OnGrants func([]Grant)
	// Random makes codes and tokens unguessable; without it they are counted.
	Random io.Reader
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

// Grant is an install: the consent of an account.
type Grant struct {
	PortalID     int64    `json:"portalId"`
	Scopes       []string `json:"scopes"`
	RefreshToken string   `json:"refreshToken"`
	// AccessToken is the newest one, "" if it was ended. It is valid until Expires.
	AccessToken string    `json:"accessToken,omitempty"`
	Expires     time.Time `json:"expires,omitzero"`
}

// grant is what a code or token permits.
type grant struct {
	portalID    int64
	scopes      []string
	redirectURI string // of a code; "" for any
	expires     time.Time
	newest      string // access token of a refresh token
}

// New returns the endpoints of an app without grants.
func New(o Options, appID, defaultPortalID int64) *API {
	o.PortalID = cmp.Or(o.PortalID, defaultPortalID)
	o.TokenLife = cmp.Or(o.TokenLife, defaultTokenLife)
	a := &API{
		options: o, appID: appID, codes: map[string]grant{}, refresh: map[string]grant{}, access: map[string]grant{},
		used: map[string]bool{}, issued: map[int64]int{},
	}
	for _, kept := range o.Grants {
		of := grant{portalID: kept.PortalID, scopes: kept.Scopes}
		if kept.AccessToken != "" {
			a.access[kept.AccessToken] = grant{portalID: of.portalID, scopes: of.scopes, expires: kept.Expires}
		}
		of.newest = kept.AccessToken
		a.refresh[kept.RefreshToken] = of
	}
	return a
}

// Routes returns the routes of the package. They need no access token.
func (a *API) Routes() api.Routes {
	return api.Routes{
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

// Installed reports whether an account has installed the app.
func (a *API) Installed(portalID int64) bool {
	for _, granted := range a.refresh {
		if granted.portalID == portalID {
			return true
		}
	}
	return false
}

// granted reports the installs after a change.
func (a *API) granted() {
	if a.options.OnGrants != nil {
		a.options.OnGrants(a.Grants())
	}
}

// Grants returns the installs.
func (a *API) Grants() []Grant {
	grants := []Grant{}
	for token, granted := range a.refresh {
		kept := Grant{PortalID: granted.portalID, Scopes: granted.scopes, RefreshToken: token}
		if access, valid := a.access[granted.newest]; valid {
			kept.AccessToken, kept.Expires = granted.newest, access.expires
		}
		grants = append(grants, kept)
	}
	slices.SortFunc(grants, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.PortalID, b.PortalID), cmp.Compare(a.RefreshToken, b.RefreshToken))
	})
	return grants
}

// unguessable returns a suffix for codes and tokens.
func (a *API) unguessable() string {
	if a.options.Random == nil {
		return ""
	}
	suffix := make([]byte, tokenBytes)
	if _, err := io.ReadFull(a.options.Random, suffix); err != nil {
		panic("the source of random bytes failed: " + err.Error()) // that of the machine never does
	}
	return "-" + hex.EncodeToString(suffix)
}

// EndAccessTokens ends the access tokens of an account before they expire. Its refresh token stays valid.
func (a *API) EndAccessTokens(portalID int64) {
	revoke(a.access, portalID)
	a.granted()
}

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

// Authenticate returns the account and the scopes of an access token.
func (a *API) Authenticate(token string, now time.Time) (api.Caller, *api.Error) {
	granted, known := a.access[token]
	if !known {
		return api.Caller{}, Unauthorized("The OAuth token used to make this call is invalid or was revoked.")
	}
	if late := now.Sub(granted.expires); late >= 0 {
		err := Unauthorized(
			fmt.Sprintf("The OAuth token used to make this call expired %d second(s) ago.", int(late.Seconds())),
		)
		err.Category = "EXPIRED_AUTHENTICATION"
		err.Context = map[string][]string{"expire time": {granted.expires.UTC().Format(time.RFC3339)}}
		return api.Caller{}, err
	}
	return api.Caller{PortalID: granted.portalID, Scopes: granted.scopes}, nil
}

// Unauthorized returns a 401.
func Unauthorized(message string) *api.Error {
	return &api.Error{Status: http.StatusUnauthorized, Category: "INVALID_AUTHENTICATION", Message: message}
}
