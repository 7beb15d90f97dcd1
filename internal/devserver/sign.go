package devserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"net/http"
	"strconv"
	"time"
)

// signSource signs a request as the sender of a push source does: with the hmac of the time, the install that the
// request names, and the body. Time and install are optional.
func signSource(r *http.Request, body []byte, auth *SourceAuth, secret string, at time.Time) {
	mac := hmac.New(sha256.New, []byte(secret))
	if auth.TimestampHeader != "" {
		timestamp := strconv.FormatInt(at.Unix(), 10)
		r.Header.Set(auth.TimestampHeader, timestamp)
		write(mac, timestamp, ".")
	}
	if install := r.URL.Query().Get("install"); install != "" {
		write(mac, "install=", install, ".")
	}
	write(mac, string(body))
	text := hex.EncodeToString(mac.Sum(nil))
	if auth.Base64 {
		text = base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	r.Header.Set(auth.Header, auth.Prefix+text)
}

func write(mac hash.Hash, parts ...string) {
	for _, part := range parts {
		mac.Write([]byte(part))
	}
}
