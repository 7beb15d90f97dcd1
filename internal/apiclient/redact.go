package apiclient

import (
	"strconv"
	"strings"
)

// redacted replaces secrets in errors.
const redacted = "[secret]"

// Redact removes the secrets of the client and the request from a text, also where the text quotes them as JSON does.
func (c *Client) Redact(r Request, text string) string {
	for _, secrets := range [][]string{c.Secrets, r.Secrets} {
		for _, secret := range secrets {
			if secret == "" {
				continue
			}
			quoted := strconv.Quote(secret)
			text = strings.ReplaceAll(text, secret, redacted)
			text = strings.ReplaceAll(text, quoted[1:len(quoted)-1], redacted)
		}
	}
	return text
}
