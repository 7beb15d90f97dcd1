package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignV3 adds the platform's signature: base64(HMAC-SHA256(client secret, method + URI + body + timestamp)). The
// prefix begins the vendor's own headers. It returns the text whose HMAC the signature is.
func SignV3(r *http.Request, body []byte, prefix, secret string, at time.Time) (signed string) {
	timestamp := strconv.FormatInt(at.UnixMilli(), 10)
	signed = r.Method + signedURI(r.URL.String()) + string(body) + timestamp
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	r.Header.Set(prefix+"-Request-Timestamp", timestamp)
	r.Header.Set(prefix+"-Signature-v3", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return signed
}

// decodedEscapes are the escapes that the platform decodes before it signs. It keeps all others.
var decodedEscapes = map[string]string{
	"%3A": ":", "%2F": "/", "%3F": "?", "%40": "@", "%21": "!", "%24": "$",
	"%27": "'", "%28": "(", "%29": ")", "%2A": "*", "%2C": ",", "%3B": ";",
}

// signedURI returns the URI in the form that is signed: without fragment, with some escapes decoded.
func signedURI(uri string) string {
	uri, _, _ = strings.Cut(uri, "#")
	var b strings.Builder
	for i := 0; i < len(uri); i++ {
		if i+3 <= len(uri) && uri[i] == '%' {
			if plain, ok := decodedEscapes[strings.ToUpper(uri[i:i+3])]; ok {
				b.WriteString(plain)
				i += 2
				continue
			}
		}
		b.WriteByte(uri[i])
	}
	return b.String()
}
