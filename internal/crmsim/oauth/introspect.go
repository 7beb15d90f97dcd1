package oauth

import (
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// tokenInfo describes an access token to its holder, as the older endpoint does.
func (a *API) tokenInfo(c *api.Call) (int, any, *api.Error) {
	token := c.PathValue("token")
	granted, known := a.access[token]
	left := granted.expires.Sub(c.Clock.Now())
	if !known || left <= 0 {
		return 0, nil, &api.Error{Status: http.StatusNotFound, Message: "access token is invalid or expired"}
	}
	return http.StatusOK, describe(token, granted, left), nil
}

// introspect describes a token to the app, as the newer endpoint does.
func (a *API) introspect(c *api.Call) (int, any, *api.Error) {
	form, status, answer := a.clientForm(c)
	if answer != nil {
		return status, answer, nil
	}
	token, now := form.Get("token"), c.Clock.Now()
	if granted, known := a.access[token]; known && granted.expires.After(now) {
		info := describe(token, granted, granted.expires.Sub(now))
		info["active"] = true
		return http.StatusOK, info, nil
	}
	if granted, known := a.refresh[token]; known {
		info := map[string]any{"active": true, "hub_id": granted.portalID, "token_type": "refresh", "scopes": granted.scopes}
		return http.StatusOK, info, nil
	}
	return http.StatusOK, map[string]any{"active": false}, nil
}

func describe(token string, granted grant, left time.Duration) map[string]any {
	return map[string]any{
		"token": token, "hub_id": granted.portalID, "hub_domain": "emulated.example", "user": "dev@example.com", "user_id": 1,
		"app_id": 1, "scopes": granted.scopes, "expires_in": int64(left.Seconds()), "token_type": "access",
		"is_private_distribution": false,
	}
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
	return http.StatusNoContent, nil, nil
}
