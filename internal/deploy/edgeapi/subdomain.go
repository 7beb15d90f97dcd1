// This file has the calls about a script's address below the account's subdomain.

package edgeapi

import (
	"context"
	"net/http"
)

// subdomainAPIDate is the date of the form of these calls.
const subdomainAPIDate = "2025-08-01"

// Subdomain says whether a script has an address at `<script>.<account's label>.workers.dev`.
type Subdomain struct {
	Enabled  bool `json:"enabled"`
	Previews bool `json:"previews_enabled"`
}

// Subdomain reads it.
func (c *Client) Subdomain(ctx context.Context, script string) (Subdomain, error) {
	return ask[Subdomain](ctx, c, request{
		method: http.MethodGet, path: c.scriptPath(script, "/subdomain"), apiDate: subdomainAPIDate,
	})
}

// SetSubdomain gives the script its address, or takes it away.
func (c *Client) SetSubdomain(ctx context.Context, script string, to Subdomain) error {
	return c.call(ctx, request{
		method: http.MethodPost, path: c.scriptPath(script, "/subdomain"), json: to, apiDate: subdomainAPIDate,
		idempotent: true,
	}, nil)
}
