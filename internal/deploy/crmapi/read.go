package crmapi

import (
	"context"
	"net/http"
)

// Get reads a path of the CRM's API for records and schemas, with its query, and decodes the response into out.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	return c.call(ctx, request{method: http.MethodGet, path: path}, out)
}
