// Package canary finds secrets that tests planted in texts, in any encoding in which they may leak.
package canary

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
)

// excerpt is how much of a text before and after a secret Find returns, in bytes.
const excerpt = 200

// Forms returns the encodings of a secret: plain, URL, hex, base64 and the credentials of a Basic header.
func Forms(secret string) []string {
	basic := base64.StdEncoding.EncodeToString([]byte("u:" + secret))
	return []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), hex.EncodeToString([]byte(secret)),
		strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "="),
		base64.RawURLEncoding.EncodeToString([]byte(secret)), basic[4:max(4, len(basic)-4)],
	}
}

// Find returns the part of a text around the first form of a secret, or "".
func Find(text, secret string) string {
	for _, form := range Forms(secret) {
		if at := strings.Index(text, form); at >= 0 {
			return text[max(0, at-excerpt):min(len(text), at+len(form)+excerpt)]
		}
	}
	return ""
}
