package control

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// GrantHeader carries the grant, which is valid once and for five minutes: v1.<key id>.<timestamp ms>.<nonce>.<mac>,
// nonce and mac in hex.
const GrantHeader = "X-Svc-Grant"

const nonceBytes = 16

// Key is a control key. The app worker has it as the secret SVC_CONTROL_KEY_<ID>.
type Key struct{ ID, Secret string }

var keyText = lazyregexp.New(`^([A-Za-z0-9_-]{1,64}):(\S+)$`)

// ParseKey parses the value of SVC_CONTROL_KEY, <key id>:<key>. Its error does not contain the value.
func ParseKey(text string) (Key, error) {
	found := keyText().FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Key{}, errors.New("invalid key: expected <key id>:<key>, with letters, digits, _ and - in the id")
	}
	return Key{ID: found[1], Secret: found[2]}, nil
}

// Sign adds a grant to the request. Method, path, query and body must not change afterwards.
func (k Key) Sign(r *http.Request, body []byte, at time.Time, random io.Reader) error {
	nonce := make([]byte, nonceBytes)
	if _, err := io.ReadFull(random, nonce); err != nil {
		return fmt.Errorf("cannot generate a nonce: %w", err)
	}
	timestamp, once := strconv.FormatInt(at.UnixMilli(), 10), hex.EncodeToString(nonce)
	sum := sha256.Sum256(body)
	text := strings.Join([]string{"v1", r.Method, r.URL.RequestURI(), timestamp, once, hex.EncodeToString(sum[:])}, "\n")
	mac := hmac.New(sha256.New, []byte(k.Secret))
	mac.Write([]byte(text))
	r.Header.Set(GrantHeader, fmt.Sprintf("v1.%s.%s.%s.%x", k.ID, timestamp, once, mac.Sum(nil)))
	return nil
}
