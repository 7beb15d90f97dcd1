package crmsim

import (
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/crmsim/oauth"
)

const noCredentials = "Authentication credentials not found. This API supports OAuth 2.0 authentication."

// authenticate accepts the fixed token and valid OAuth access tokens.
func (s *Sim) authenticate(c *api.Call) *api.Error {
	scheme, token, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	switch {
	case !strings.EqualFold(scheme, "Bearer") || token == "":
		return oauth.Unauthorized(noCredentials)
	case token == s.options.Token:
		c.Caller = api.Caller{PortalID: s.options.PortalID, IsStatic: !s.options.TokenByOAuth, Scopes: s.options.Scopes}
		return nil
	case s.options.OAuth == nil:
		return oauth.Unauthorized(noCredentials)
	}
	var err *api.Error
	c.Caller, err = s.oauth.Authenticate(token, s.options.Clock.Now())
	return err
}
