// This file keeps what the emulated CRM has granted to an app by OAuth: codes, refresh tokens, access tokens.

package crmsim

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	// usualTokenLife is how long an access token is good: the platform's usual time.
	usualTokenLife = 30 * time.Minute
	// codeLife is how long a code can be traded; the platform's own figure is not published.
	codeLife = 10 * time.Minute
)

// OAuth configures the OAuth endpoints. Every consent is given at once: nobody is there to ask.
type OAuth struct {
	ClientID, ClientSecret string
	// Scopes are those that the app requires: a consent must ask for all of them. None are checked when
	// there are none.
	Scopes []string
	// PortalID is the account that consents where the address names none; 1000001 by default.
	PortalID int64
	// TokenLife is how long an access token is good; 30 minutes by default.
	TokenLife time.Duration
	// Rotates gives a new refresh token with each access token, and refuses the one before.
	Rotates bool
	// Consented says which account a code is from that /oauth/authorize has not given: for tests that play
	// the browser. It may be nil.
	Consented func(code string) (portalID int64, ok bool)
}

// grants is what was granted. Guarded by the mutex of its Sim.
type grants struct {
	OAuth
	codes   map[string]grant
	refresh map[string]grant
	access  map[string]grant
	used    map[string]bool // codes that were traded
	issued  map[int64]int   // how many tokens an account has seen
	// failures are answered instead of tokens, first to last.
	failures []int
}

// grant is what a code or token stands for.
type grant struct {
	portal      int64
	scopes      []string
	redirectURI string // of a code; "" for any
	until       time.Time
}

func newGrants(o *OAuth) *grants {
	if o == nil {
		return nil
	}
	g := &grants{
		OAuth: *o, codes: map[string]grant{}, refresh: map[string]grant{}, access: map[string]grant{},
		used: map[string]bool{}, issued: map[int64]int{},
	}
	if g.PortalID == 0 {
		g.PortalID = usualPortalID
	}
	if g.TokenLife == 0 {
		g.TokenLife = usualTokenLife
	}
	return g
}

// Uninstall takes back an account's consent: none of its tokens is good any more.
func (s *Sim) Uninstall(portalID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grants != nil {
		s.grants.revoke(s.grants.refresh, portalID)
		s.grants.revoke(s.grants.access, portalID)
	}
}

// EndAccessTokens ends an account's access tokens before their time. Its refresh token stays good.
func (s *Sim) EndAccessTokens(portalID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grants != nil {
		s.grants.revoke(s.grants.access, portalID)
	}
}

// FailTokens has the token endpoint answer with these statuses first, one a request.
func (s *Sim) FailTokens(statuses ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grants != nil {
		s.grants.failures = append(s.grants.failures, statuses...)
	}
}

// TokensIssued is how many access tokens an account has been given.
func (s *Sim) TokensIssued(portalID int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grants == nil {
		return 0
	}
	return s.grants.issued[portalID]
}

func (g *grants) revoke(tokens map[string]grant, portalID int64) {
	for token, grant := range tokens {
		if grant.portal == portalID {
			delete(tokens, token)
		}
	}
}

// issuedTokens is the platform's answer of the token endpoint.
type issuedTokens struct {
	TokenType    string   `json:"token_type"`
	RefreshToken string   `json:"refresh_token"`
	AccessToken  string   `json:"access_token"`
	HubID        int64    `json:"hub_id"`
	Scopes       []string `json:"scopes"`
	ExpiresIn    int64    `json:"expires_in"`
	TokenUse     string   `json:"token_use"`
}

// issue gives an access token, and a refresh token where there is none yet or each is good once.
func (g *grants) issue(to grant, refresh string, now time.Time) issuedTokens {
	g.issued[to.portal]++
	n := g.issued[to.portal]
	if refresh == "" || g.Rotates {
		delete(g.refresh, refresh)
		refresh = fmt.Sprintf("refresh-%d-%d", to.portal, n)
		g.refresh[refresh] = grant{portal: to.portal, scopes: to.scopes}
	}
	access := fmt.Sprintf("access-%d-%d", to.portal, n)
	g.access[access] = grant{portal: to.portal, scopes: to.scopes, until: now.Add(g.TokenLife)}
	return issuedTokens{"bearer", refresh, access, to.portal, to.scopes, int64(g.TokenLife.Seconds()), "access_token"}
}

// authenticate accepts the fixed token, and the access tokens that are good.
func (c *call) authenticate() *apiError {
	scheme, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return unauthorized("Authentication credentials not found. This API supports OAuth 2.0 authentication.")
	}
	if token == c.options.Token {
		c.caller = caller{portal: c.options.PortalID, static: !c.options.TokenByOAuth}
		return nil
	}
	if c.grants == nil {
		return unauthorized("Authentication credentials not found. This API supports OAuth 2.0 authentication.")
	}
	granted, known := c.grants.access[token]
	if !known {
		return unauthorized("The OAuth token used to make this call is invalid or was revoked.")
	}
	if late := c.options.Clock.Now().Sub(granted.until); late >= 0 {
		err := unauthorized(
			fmt.Sprintf("The OAuth token used to make this call expired %d second(s) ago.", int(late.Seconds())),
		)
		err.category = "EXPIRED_AUTHENTICATION"
		err.context = map[string][]string{"expire time": {granted.until.UTC().Format(time.RFC3339)}}
		return err
	}
	c.caller = caller{portal: granted.portal}
	return nil
}

func unauthorized(message string) *apiError {
	return &apiError{status: http.StatusUnauthorized, category: "INVALID_AUTHENTICATION", message: message}
}
