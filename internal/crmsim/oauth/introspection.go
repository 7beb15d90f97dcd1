package oauth

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// The person who installed the app.
const (
	userID    = 1
	userEmail = "dev@example.com"
	hubDomain = "emulated.example"
)

// tokenInfo describes an access token to its holder, as the older endpoint does.
func (a *API) tokenInfo(c *api.Call) (int, any, *api.Error) {
	token := c.PathValue("token")
	granted, known := a.access[token]
	left := granted.expires.Sub(c.Clock.Now())
	if !known || left <= 0 {
		return 0, nil, &api.Error{Status: http.StatusNotFound, Message: "access token is invalid or expired"}
	}
	return http.StatusOK, a.describe(token, granted, left), nil
}

// introspect describes a token to the app, as the newer endpoint does.
func (a *API) introspect(c *api.Call) (int, any, *api.Error) {
	form, status, answer := a.clientForm(c)
	if answer != nil {
		return status, answer, nil
	}
	token, now := form.Get("token"), c.Clock.Now()
	info := map[string]any{"active": true, "client_id": a.options.ClientID}
	if granted, known := a.access[token]; known && granted.expires.After(now) {
		maps.Copy(info, a.describe(token, granted, granted.expires.Sub(now)))
		info["token_use"] = "access_token"
		return http.StatusOK, info, nil
	}
	if granted, known := a.refresh[token]; known {
		maps.Copy(info, describeGrant(token, granted))
		info["token_type"], info["token_use"] = "refresh", "refresh_token"
		return http.StatusOK, info, nil
	}
	return http.StatusOK, map[string]any{"active": false}, nil
}

// describe returns what both endpoints report about an access token.
func (a *API) describe(token string, granted grant, left time.Duration) map[string]any {
	info := describeGrant(token, granted)
	maps.Copy(info, map[string]any{
		"app_id": a.appID, "expires_in": int64(left.Seconds()), "token_type": "access", "is_private_distribution": false,
		"signed_access_token": a.signed(granted),
	})
	return info
}

func describeGrant(token string, granted grant) map[string]any {
	return map[string]any{
		"token": token, "hub_id": granted.portalID, "hub_domain": hubDomain, "user": userEmail, "user_id": userID,
		"scopes": granted.scopes,
	}
}

// signed returns the members of the platform's signed form of a token. The emulated account signs nothing.
func (a *API) signed(granted grant) map[string]any {
	return map[string]any{
		"appId": a.appID, "hubId": granted.portalID, "userId": userID, "installingUserId": userID, "hublet": "na1",
		"expiresAt": granted.expires.UnixMilli(), "scopes": strings.Join(granted.scopes, " "), "trialScopes": "",
		"scopeToScopeGroupPks": "", "trialScopeToScopeGroupPks": "", "signature": "emulated", "newSignature": "emulated",
		"isUserLevel": false, "isServiceAccount": false, "isPrivateDistribution": false,
	}
}
