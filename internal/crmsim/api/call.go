package api

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// Handler answers one call with a status and a body. The body is encoded as JSON; nil means an empty body. An
// error takes precedence over both.
type Handler func(*Call) (status int, answer any, err *Error)

// Call is one request to the API.
type Call struct {
	// Request is the request as it was sent.
	Request *http.Request
	Body    []byte
	Caller  Caller
	Clock   Clock
	// Header is the header of the response. Rates is added to it if the response reports rate limits.
	Header, Rates http.Header
	// CorrelationID identifies the response, in a header and in error bodies.
	CorrelationID string
	// IsCurrent reports whether searches find all writes, whatever the delay of the search index.
	IsCurrent bool
	// RefusesEventUIDs reports whether app events are accepted by their full names only.
	RefusesEventUIDs bool

	matched *http.Request // with the path values
}

// Caller is the sender of a request.
type Caller struct {
	PortalID int64
	// IsStatic reports whether the caller has the fixed token of a private app.
	IsStatic bool
	// Scopes are those of the token.
	Scopes []string
}

// Has reports whether the token has a scope.
func (c Caller) Has(scope string) bool { return slices.Contains(c.Scopes, scope) }

// PathValue returns the unescaped path segment that matched the wildcard of the route's pattern.
func (c *Call) PathValue(name string) string { return c.matched.PathValue(name) }

// Pattern returns the pattern of the call's route, or "".
func (c *Call) Pattern() string {
	if c.matched == nil {
		return ""
	}
	return c.matched.Pattern
}

// Query returns the first value of a query parameter, or "".
func (c *Call) Query(name string) string { return c.Request.URL.Query().Get(name) }

// Names returns the elements of a list parameter of the query. Lists are comma-separated, repeated, or both.
func (c *Call) Names(parameter string) []string {
	var names []string
	for _, value := range c.Request.URL.Query()[parameter] {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// Now returns the time of the call in UTC. The platform stores milliseconds.
func (c *Call) Now() time.Time { return Now(c.Clock) }
