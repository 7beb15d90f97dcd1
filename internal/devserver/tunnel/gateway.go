package tunnel

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Gateway serves the routes that the CRM calls, at a public origin, until it expires. It is the only way from the
// origin to the server: the routes of the tool, the control routes and the emulated CRM are not among them.
type Gateway struct {
	origin  *url.URL
	expires time.Time
	now     func() time.Time
	// next answers the requests.
	next http.Handler
}

// route is a route that the CRM calls. Segments of a path are not empty, and have no escapes: ids need none.
type route struct {
	method string
	path   func() *regexp.Regexp
}

// routes are the routes that the gateway passes on. The path of a worker's begins with /w/ and its name.
var routes = []route{
	{http.MethodPost, path(`/webhooks/crm`)},
	{http.MethodPost, path(`/w/{}/_svc/cards/{}`)},
	{http.MethodPost, path(`/w/{}/workflow-actions/{}/invoke`)},
	{http.MethodPost, path(`/w/{}/workflow-actions/{}/batched/invoke`)},
	{http.MethodGet, path(`/oauth-start`)}, // sets the cookie that the callback checks
	{http.MethodGet, path(`/oauth-callback`)},
}

func path(form string) func() *regexp.Regexp {
	return lazyregexp.New(`^` + strings.ReplaceAll(form, "{}", `[A-Za-z0-9][A-Za-z0-9_.-]*`) + `$`)
}

// ParseOrigin returns the origin of a public address: https and the name of a host.
func ParseOrigin(text string) (*url.URL, error) {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "https" || address.Hostname() == "" || address.User != nil ||
		strings.Trim(address.Path, "/") != "" || address.RawQuery != "" || address.Fragment != "" {
		return nil, fmt.Errorf("invalid public address %q: expected https and a host, such as https://app.example.com", text)
	}
	return &url.URL{Scheme: address.Scheme, Host: strings.ToLower(address.Host)}, nil
}

// NewGateway returns a gateway.
func NewGateway(origin *url.URL, expires time.Time, now func() time.Time, next http.Handler) *Gateway {
	return &Gateway{origin: origin, expires: expires, now: now, next: next}
}

// ServeHTTP implements http.Handler.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, _, _ := strings.Cut(r.RequestURI, "?") // as the client wrote it: what is decoded may match other routes
	isServed := slices.ContainsFunc(routes, func(one route) bool {
		return one.method == r.Method && one.path().MatchString(target)
	})
	switch {
	case !g.now().Before(g.expires):
		g.refuse(w, http.StatusGone, "the tunnel has expired")
	case !isServed:
		g.refuse(w, http.StatusNotFound, "not found")
	default:
		g.next.ServeHTTP(w, g.public(r))
	}
}

// public returns the request as the CRM sent it. A tool connects by http, and may name another host. Signatures are
// those of the public URL.
func (g *Gateway) public(r *http.Request) *http.Request {
	public := r.Clone(r.Context())
	public.Host, public.TLS = g.origin.Host, &tls.ConnectionState{}
	return public
}

func (g *Gateway) refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, message, status)
}
