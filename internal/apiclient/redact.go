package apiclient

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/redact"
)

const (
	// MaxDetails is how many details of one error are kept.
	MaxDetails = 100
	// maxText is how much of a text of the API is kept, in bytes: enough for every error that a person reads.
	maxText = 2000
	// maxRead is how much of a text is redacted, in bytes. Redaction of megabytes takes seconds.
	maxRead = 64 << 10
	// margin is how much of a text that is cut at maxRead is dropped, in bytes: redaction does not find a secret of which
	// only the start is left. It exceeds every encoded secret: a binding has 5 KB.
	margin = 32 << 10
)

// Redact removes from a text the secrets of the client and the request, and what the text itself calls a secret. It
// shortens long texts.
func (c *Client) Redact(r Request, text string) string {
	isCut := len(text) > maxRead
	if isCut {
		text = text[:maxRead]
	}
	text = redact.New(slices.Concat(c.Secrets, r.Secrets)...).Text(text)
	if isCut {
		text = text[:max(len(text)-margin, 0)]
	}
	if shortened := Shorten(text); !isCut || len(shortened) < len(text) {
		return shortened
	}
	return text + ellipsis
}

const ellipsis = " …"

// Shorten cuts a text of an API that is too long for a message. Secrets must have been removed.
func Shorten(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + ellipsis
}
