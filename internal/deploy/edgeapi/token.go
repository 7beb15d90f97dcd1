package edgeapi

import (
	"context"
	"net/http"
	"net/url"
)

// tokenPermissions are those that a token needs, in the form of TokenPage.
const tokenPermissions = `[{"key":"workers_scripts","type":"edit"},{"key":"account_settings","type":"read"}]`

// TokenPage returns the page of the platform's dashboard that creates a token, with the permissions filled in (edge
// documentation, API token template URLs). account is "" for all accounts of the user.
func TokenPage(account string) string {
	if account == "" {
		account = "*"
	}
	return "https://dash.cloudflare.com/profile/api-tokens?permissionGroupKeys=" + url.QueryEscape(tokenPermissions) +
		"&accountId=" + url.QueryEscape(account) + "&zoneId=all&name=svc"
}

// MayWrite reports whether the token may change scripts of the account. It sends a change without content to a script
// that does not exist: the answer is 404 to a token that may, and 403 to one that may not.
func (c *Client) MayWrite(ctx context.Context, absent string) (bool, error) {
	err := c.PatchScriptSettings(ctx, absent, ScriptSettings{})
	switch {
	case err == nil || IsCode(err, CodeNotFound):
		return true, nil
	case IsStatus(err, http.StatusForbidden) || IsStatus(err, http.StatusUnauthorized):
		return false, nil
	}
	return false, err
}
