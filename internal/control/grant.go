// This file makes grants: proof of the project's control key, good once and for five minutes.

package control

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// GrantHeader carries the grant: v1.<key id>.<timestamp ms>.<nonce hex>.<mac hex>.
const GrantHeader = "X-Svc-Grant"

// nonceBytes is the length of a grant's nonce.
const nonceBytes = 16

// Key is a control key; the app worker has it as the secret SVC_CONTROL_KEY_<ID>.
type Key struct{ ID, Secret string }

var keyText = regexp.MustCompile(`^([A-Za-z0-9_-]{1,64}):(\S+)$`)

// ParseKey reads a key as it is kept in SVC_CONTROL_KEY: <key id>:<key>. Its error does not repeat the text.
func ParseKey(text string) (Key, error) {
	found := keyText.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Key{}, errors.New("it must read <key id>:<key>, the id of letters, digits, _ and -")
	}
	return Key{ID: found[1], Secret: found[2]}, nil
}

// Sign adds a grant to the request. Method, path, query and body must not change afterwards.
func (k Key) Sign(r *http.Request, body []byte, at time.Time, random io.Reader) error {
	nonce := make([]byte, nonceBytes)
	if _, err := io.ReadFull(random, nonce); err != nil {
		return fmt.Errorf("no random bytes for a grant: %w", err)
	}
	timestamp, once := strconv.FormatInt(at.UnixMilli(), 10), hex.EncodeToString(nonce)
	sum := sha256.Sum256(body)
	text := strings.Join([]string{"v1", r.Method, r.URL.RequestURI(), timestamp, once, hex.EncodeToString(sum[:])}, "\n")
	mac := hmac.New(sha256.New, []byte(k.Secret))
	mac.Write([]byte(text))
	r.Header.Set(GrantHeader, fmt.Sprintf("v1.%s.%s.%s.%x", k.ID, timestamp, once, mac.Sum(nil)))
	return nil
}
