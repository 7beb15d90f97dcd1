package control

import (
	"cmp"
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
	"unicode"
)

// GrantHeader carries the grant, which is valid once and for five minutes: v2.<key id>.<timestamp ms>.<nonce>.<mac>,
// nonce and mac in hex.
const GrantHeader = "X-Svc-Grant"

const nonceBytes = 16

// MinSecret is the shortest secret of a Key, in bytes: 256 bits. The app worker refuses shorter ones too. What is
// counted is the length, not the randomness: svc deploy makes 256 random bits, which are 43 characters.
const MinSecret = 32

// Key is a control key. The app worker has it as the secret SVC_CONTROL_KEY_<ID>.
type Key struct {
	ID, Secret string
	// Environment is the one that grants are for. Another environment refuses them.
	Environment string
}

// ParseKey parses the value of SVC_CONTROL_KEY, <key id>:<key>, for an environment. Its error does not contain the
// value.
func ParseKey(text, environment string) (Key, error) {
	id, secret, _ := strings.Cut(strings.TrimSpace(text), ":")
	switch {
	case id == "" || len(id) > 64 || strings.Trim(id, keyIDCharacters) != "",
		strings.ContainsFunc(secret, unicode.IsSpace):
		return Key{}, errors.New("invalid key: expected <key id>:<key>, with letters, digits, _ and - in the id")
	case len(secret) < MinSecret:
		return Key{}, fmt.Errorf("invalid key: expected at least %d bytes (256 bits) after the key id", MinSecret)
	}
	return Key{ID: id, Secret: secret, Environment: environment}, nil
}

const keyIDCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

// Sign adds a grant to the request. Method, origin, path, query and body must not change afterwards. The origin is that
// of Host, if it is set, else of the URL.
func (k Key) Sign(r *http.Request, body []byte, at time.Time, random io.Reader) error {
	nonce := make([]byte, nonceBytes)
	if _, err := io.ReadFull(random, nonce); err != nil {
		return fmt.Errorf("cannot generate a nonce: %w", err)
	}
	timestamp, once := strconv.FormatInt(at.UnixMilli(), 10), hex.EncodeToString(nonce)
	sum := sha256.Sum256(body)
	text := strings.Join([]string{
		"v2", originOf(r), k.Environment, r.Method, r.URL.RequestURI(), timestamp, once, hex.EncodeToString(sum[:]),
	}, "\n")
	mac := hmac.New(sha256.New, []byte(k.Secret))
	mac.Write([]byte(text))
	r.Header.Set(GrantHeader, fmt.Sprintf("v2.%s.%s.%s.%x", k.ID, timestamp, once, mac.Sum(nil)))
	return nil
}

// originOf returns the origin of a request as the WHATWG URL standard writes it: in lower case, without a default port.
func originOf(r *http.Request) string {
	scheme, host := strings.ToLower(r.URL.Scheme), strings.ToLower(cmp.Or(r.Host, r.URL.Host))
	host = strings.TrimSuffix(host, map[string]string{"https": ":443", "http": ":80"}[scheme])
	return scheme + "://" + host
}
