package control

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

const installsPath = "/_svc/control/installs"

// pageSize is how many installs one request lists.
const pageSize = "1000"

// Install is one install of the app. Times are Unix milliseconds.
type Install struct {
	ID string `json:"id"`
	// PortalID is null for the one install of an app with static auth.
	PortalID *int64 `json:"portalId"`
	// State is active, needs_reauth or suspended.
	State       string   `json:"state"`
	Since       int64    `json:"since,omitempty"`
	InstalledAt int64    `json:"installedAt,omitempty"`
	Scopes      []string `json:"scopes,omitempty"`
	// EraseAt is when its data will be erased unless the app is installed again; 0 for never.
	EraseAt int64 `json:"eraseAt,omitempty"`
	// Config is what ctx.install.config() returns; nil in lists.
	Config json.RawMessage `json:"config,omitempty"`
}

// Erased describes what was erased.
type Erased struct {
	// Erased is the id of the install. Portals are the names under which data of its portal was stored.
	Erased  string   `json:"erased"`
	Portals []string `json:"portals"`
}

// Installs lists all installs, in the order of portal ids.
func (c *Client) Installs(ctx context.Context) ([]Install, error) {
	all := []Install{}
	query := url.Values{"limit": {pageSize}}
	for {
		var page struct {
			Installs []Install `json:"installs"`
			Next     string    `json:"next"`
		}
		if err := c.call(ctx, http.MethodGet, installsPath+"?"+query.Encode(), nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Installs...)
		if page.Next == "" || page.Next == query.Get("after") || len(page.Installs) == 0 {
			return all, nil
		}
		query.Set("after", page.Next)
	}
}

// Install returns one install, with its config.
func (c *Client) Install(ctx context.Context, id string) (Install, error) {
	var found struct {
		Install Install `json:"install"`
	}
	err := c.call(ctx, http.MethodGet, installsPath+"/"+url.PathEscape(id), nil, &found)
	return found.Install, err
}

// EraseInstall erases all data of the install and its portal. It may be repeated.
func (c *Client) EraseInstall(ctx context.Context, id string) (Erased, error) {
	var erased Erased
	err := c.call(ctx, http.MethodDelete, installsPath+"/"+url.PathEscape(id), nil, &erased)
	return erased, err
}

// ConfigureInstall replaces what ctx.install.config() returns, a JSON object. It returns the install.
func (c *Client) ConfigureInstall(ctx context.Context, id string, config json.RawMessage) (Install, error) {
	return c.putInstall(ctx, id, "config", config)
}

// SetInstallState suspends an install, so that it cannot call the CRM, or makes it active again. It returns the
// install.
func (c *Client) SetInstallState(ctx context.Context, id, state string) (Install, error) {
	return c.putInstall(ctx, id, "state", map[string]string{"state": state})
}

func (c *Client) putInstall(ctx context.Context, id, part string, body any) (Install, error) {
	var changed struct {
		Install Install `json:"install"`
	}
	err := c.call(ctx, http.MethodPut, installsPath+"/"+url.PathEscape(id)+"/"+part, body, &changed)
	return changed.Install, err
}
