package apiclient

import (
	"slices"

	"github.com/appsvc/svc/internal/redact"
)

// Redact removes from a text the secrets of the client and the request, and what the text itself calls a secret.
func (c *Client) Redact(r Request, text string) string {
	return redact.New(slices.Concat(c.Secrets, r.Secrets)...).Text(text)
}
