package crmapi

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// Paths of the API.
const (
	refreshPath  = "/localdevauth/v1/auth/refresh"
	projectsPath = "/developer/projects/v1"
	uploadPath   = "/project-components-external/v3/upload/new-api"
	buildsPath   = "/dfs/v1/projects"
	deployPath   = "/dfs/deploy"
)

// renewEarly is how long before its end a token is replaced, as in the vendor's own tool.
const renewEarly = 5 * time.Minute

// Account is the account that a personal access key belongs to.
type Account struct {
	Portal string // the id, in decimal
	User   string // the id of the key's owner, in decimal
	Name   string
	// Type is the vendor's, such as STANDARD or DEVELOPER_TEST.
	Type string
	// Scopes are the permissions of the key.
	Scopes []string
	// ExpiresAt is when the current token ends. The key does not end.
	ExpiresAt time.Time
}

// Account fetches a token, which verifies the key, and returns the key's account.
func (c *Client) Account(ctx context.Context) (Account, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.refresh(ctx); err != nil {
		return Account{}, err
	}
	return c.account, nil
}

// bearer returns a token that is valid for at least renewEarly, and its account.
func (c *Client) bearer(ctx context.Context) (token, portal string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == "" || c.Now().Add(renewEarly).After(c.account.ExpiresAt) {
		if err := c.refresh(ctx); err != nil {
			return "", "", err
		}
	}
	return c.token, c.account.Portal, nil
}

// forget drops a token that the API has rejected.
func (c *Client) forget(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}

// refresh fetches a token. c.mu is held.
func (c *Client) refresh(ctx context.Context) error {
	in := map[string]string{"encodedOAuthRefreshToken": c.Key}
	var result map[string]json.RawMessage
	path := refreshPath
	if c.Portal != "" {
		path += "?portalId=" + c.Portal
	}
	refresh := request{method: http.MethodPost, path: path, json: in, idempotent: true}
	if err := c.send(ctx, "", refresh, &result); err != nil {
		return err
	}
	var token string
	var expires int64
	account := Account{
		Portal: number(result[c.Profile.AccountIDKey]), User: number(result["userId"]),
		Name: text(result[c.Profile.AccountNameKey]), Type: text(result["accountType"]),
	}
	_ = json.Unmarshal(result["oauthAccessToken"], &token) // missing members are checked below
	_ = json.Unmarshal(result["expiresAtMillis"], &expires)
	_ = json.Unmarshal(result["scopeGroups"], &account.Scopes)
	if token == "" || account.Portal == "" {
		return unexpected(http.MethodPost, refreshPath, "the response has no token or no account")
	}
	if c.Portal != "" && account.Portal != c.Portal {
		return &Error{
			Status: http.StatusUnauthorized, Call: http.MethodPost + " " + refreshPath,
			Message: "the key belongs to account " + account.Portal + ", not to " + c.Portal,
		}
	}
	account.ExpiresAt = time.UnixMilli(expires)
	c.account, c.token = account, token
	return nil
}

// number returns an id in decimal; "" if it is not a whole number above 0.
func number(raw json.RawMessage) string {
	var id json.Number
	if json.Unmarshal(raw, &id) != nil {
		return ""
	}
	if whole, err := id.Int64(); err != nil || whole <= 0 {
		return ""
	}
	return id.String()
}

func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return apiclient.Shorten(s)
}
