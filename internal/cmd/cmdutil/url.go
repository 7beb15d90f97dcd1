package cmdutil

import (
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/redact"
)

// WithoutUser returns the text of a URL for an error, without a user and a password. The URL may be invalid: then
// everything before its last "@" could be one.
func WithoutUser(text string) string {
	at, err := url.Parse(text)
	if err == nil && at.User == nil && at.Opaque == "" {
		return text
	}
	if i := strings.LastIndex(text, "@"); i >= 0 {
		return redact.Redacted + text[i:]
	}
	return text
}
