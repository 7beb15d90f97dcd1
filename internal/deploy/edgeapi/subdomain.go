package edgeapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// subdomainAPIDate is the API version of these calls.
const subdomainAPIDate = "2025-08-01"

// Subdomain describes the address of a script, `<script>.<account's label>.workers.dev`.
type Subdomain struct {
	Enabled  bool `json:"enabled"`
	Previews bool `json:"previews_enabled"`
}

// Subdomain returns whether a script has its address.
func (c *Client) Subdomain(ctx context.Context, script string) (Subdomain, error) {
	return ask[Subdomain](ctx, c, request{
		method: http.MethodGet, path: c.scriptPath(script, "/subdomain"), apiDate: subdomainAPIDate,
	})
}

// SetSubdomain enables or disables the address of a script.
func (c *Client) SetSubdomain(ctx context.Context, script string, to Subdomain) error {
	return c.call(ctx, request{
		method: http.MethodPost, path: c.scriptPath(script, "/subdomain"), json: to, apiDate: subdomainAPIDate,
		idempotent: true,
	}, nil)
}

// Domains returns the custom domains of a script: host names in lower case.
func (c *Client) Domains(ctx context.Context, script string) ([]string, error) {
	path := c.workersPath("/domains") + "?" + url.Values{"service": {script}}.Encode()
	found, err := ask[[]struct{ Hostname, Service string }](ctx, c, request{method: http.MethodGet, path: path})
	var hosts []string
	for _, domain := range found {
		if domain.Service == script {
			hosts = append(hosts, strings.ToLower(domain.Hostname))
		}
	}
	return hosts, err
}
