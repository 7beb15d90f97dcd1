package api

import (
	"net/http"
	"net/url"
	"strings"
)

// Routes maps patterns of http.ServeMux to handlers: "GET /crm/v3/objects/{type}".
type Routes map[string]Handler

// Mux finds the handler of a request.
type Mux struct {
	mux      *http.ServeMux
	patterns []string
}

// NewMux returns a Mux of several tables of routes. It panics if two routes conflict.
func NewMux(tables ...Routes) *Mux {
	m := &Mux{mux: http.NewServeMux()}
	for _, table := range tables {
		for pattern, run := range table {
			m.mux.Handle(pattern, matcher(run))
			m.patterns = append(m.patterns, pattern)
		}
	}
	return m
}

// Patterns returns the patterns of all routes, in no order.
func (m *Mux) Patterns() []string { return m.patterns }

// Find returns the handler of a call and stores the pattern and path values in the call. The path is that of the
// request, or another spelling of it.
func (m *Mux) Find(c *Call, path string) (Handler, *Error) {
	path = strings.TrimSuffix(path, "/")
	path = strings.ReplaceAll(path, "/.", "/%2E") // ServeMux would resolve dot segments
	unescaped, err := url.PathUnescape(path)
	if err != nil {
		return nil, errNoRoute
	}
	var found match
	m.mux.ServeHTTP(&found, &http.Request{
		Method: c.Request.Method, Host: c.Request.Host, URL: &url.URL{Path: unescaped, RawPath: path},
	})
	switch {
	case found.request != nil && found.request.Method != http.MethodHead: // ServeMux matches HEAD to GET routes
		c.matched = found.request
		return found.run, nil
	case found.request != nil || found.status == http.StatusMethodNotAllowed:
		return nil, errMethod
	}
	return nil, errNoRoute
}

var (
	errNoRoute   = &Error{Status: http.StatusNotFound, Message: "resource not found"}
	errMediaType = &Error{Status: http.StatusUnsupportedMediaType, Message: "HTTP 415 Unsupported Media Type"}
	errMethod    = &Error{Status: http.StatusMethodNotAllowed, Message: "HTTP 405 Method Not Allowed"}
)

// matcher stores a matched handler in the match instead of running it, because authentication, limits and faults
// come first.
type matcher Handler

func (run matcher) ServeHTTP(w http.ResponseWriter, matched *http.Request) {
	found := w.(*match)
	found.run, found.request = Handler(run), matched
}

// match receives a handler, or the error status of ServeMux.
type match struct {
	run     Handler
	request *http.Request
	status  int
}

func (m *match) Header() http.Header            { return http.Header{} }
func (m *match) Write(body []byte) (int, error) { return len(body), nil }
func (m *match) WriteHeader(status int)         { m.status = status }

// RefuseMethod answers a call whose path has routes of other methods, where a route of a shorter path would find it.
func RefuseMethod(*Call) (int, any, *Error) { return 0, nil, errMethod }
