package devserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
)

// SigningOptions describes a request of a platform or a sender.
type SigningOptions struct {
	Invocation Invocation
	// URL is where the request goes. Without a path it gets that of the surface, below Prefix.
	URL    *url.URL
	Prefix string
	// Skew is how far the signature's time is ahead of the host's clock.
	Skew time.Duration
	// UsesWrongKey makes a signature that no receiver accepts.
	UsesWrongKey bool
}

// SignedRequest is a request for the caller to send.
type SignedRequest struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	// Signed is the text whose HMAC is the signature.
	Signed string `json:"signed"`
}

// errNoTime reports that a source signs no time, so that no time can be wrong.
var errNoTime = errors.New("the source signs no time: its hmac auth declares no timestampHeader")

// Sign returns the request of an invocation, signed as its real sender does.
func Sign(h *host.Host, o SigningOptions) (*SignedRequest, error) {
	auth := o.Invocation.Capability.Auth
	if o.Skew != 0 && auth != nil && auth.TimestampHeader == "" {
		return nil, errNoTime
	}
	origin := url.URL{Scheme: o.URL.Scheme, Host: o.URL.Host}
	r, body, err := o.Invocation.request(origin.String() + o.Prefix)
	if err != nil {
		return nil, err
	}
	if strings.Trim(o.URL.Path, "/") != "" {
		r.URL = o.URL
	}
	signed, err := signer{host: h, at: h.Now().Add(o.Skew), usesWrongKey: o.UsesWrongKey}.sign(r, body, o.Invocation)
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for name := range r.Header {
		headers[name] = r.Header.Get(name)
	}
	return &SignedRequest{
		Method: r.Method, URL: r.URL.String(), Headers: headers, Body: string(body), Signed: signed,
	}, nil
}

// sign signs a request as the surface's real sender does.
func sign(h *host.Host, r *http.Request, body []byte, i Invocation) error {
	_, err := signer{host: h, at: h.Now()}.sign(r, body, i)
	return err
}

// signer signs requests at a time.
type signer struct {
	host *host.Host
	at   time.Time
	// usesWrongKey makes signatures that no receiver accepts.
	usesWrongKey bool
}

// sign signs a request, and returns the text that the signature is of; "" for a grant.
func (s signer) sign(r *http.Request, body []byte, i Invocation) (signed string, err error) {
	switch i.Surface {
	case SurfaceInvoke, SurfaceSync:
		return "", s.host.ControlKey().Sign(r, body, s.at, s.host.Options().Random)
	case SurfacePost:
		secret, err := sourceSecret(s.host, i.Capability.Auth)
		if err != nil {
			return "", err
		}
		return signSource(r, body, i.Capability.Auth, s.key(secret), s.at), nil
	}
	return crmsim.SignV3(r, body, s.host.Options().Profile.HeaderPrefix, s.key(s.host.ClientSecret()), s.at), nil
}

func (s signer) key(secret string) string {
	if s.usesWrongKey {
		return "not " + secret
	}
	return secret
}

// ErrNoSourceAuth reports that a push source rejects all posts: it declares no hmac with the name of a secret.
var ErrNoSourceAuth = errors.New("the source declares no hmac auth with a secret, so it rejects all posts")

// sourceSecret returns the key that a push source shares with its sender, and generates it when .dev.vars lacks it.
func sourceSecret(h *host.Host, auth *SourceAuth) (string, error) {
	if auth == nil {
		return "", ErrNoSourceAuth
	}
	return h.Secret(auth.Secret)
}

// signSource signs a request as the sender of a push source does: with the hmac of the time, the install that the
// request names, and the body. Time and install are optional. It returns the text that it signs.
func signSource(r *http.Request, body []byte, auth *SourceAuth, secret string, at time.Time) (signed string) {
	if auth.TimestampHeader != "" {
		timestamp := strconv.FormatInt(at.Unix(), 10)
		r.Header.Set(auth.TimestampHeader, timestamp)
		signed = timestamp + "."
	}
	if install := r.URL.Query().Get("install"); install != "" {
		signed += "install=" + install + "."
	}
	signed += string(body)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	text := hex.EncodeToString(mac.Sum(nil))
	if auth.Base64 {
		text = base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	r.Header.Set(auth.Header, auth.Prefix+text)
	return signed
}
