// This file signs requests as the senders of push sources do; the platform's own signature is crmsim.SignV3.

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

// signSource adds the proof of a push source's sender: the hmac of the body, behind the time
// and the install that the post names, where there are any.
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
