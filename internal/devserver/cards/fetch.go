package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// Limits of the platform's fetch function for cards.
const (
	// fetchLimit is how long a response may take. A request may set a shorter time.
	fetchLimit = 15 * time.Second
	// maxResponse is how much of a response is read, in bytes.
	maxResponse = 1 << 20
)

// cardFetch is a request of a card (ui/messages.ts).
type cardFetch struct {
	URL     string
	Method  string
	Headers map[string]string
	Body    json.RawMessage
	Timeout int64 // ms
}

// cardResponse is the response to a request of a card.
type cardResponse struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	// Invocation is that of the backend that answered; "" for others.
	Invocation string `json:"invocation,omitempty"`
}

// fetch sends a request of the card as the platform does: if the app permits its URL, with the query and the signature
// of the platform. A request to a card backend goes to the production route of its worker.
func (p *Preview) fetch(r *http.Request, c *call) (any, error) {
	var sent struct {
		Request cardFetch
		Portal  int64
		Trace   string
	}
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	to, err := parseURL(sent.Request.URL)
	if err != nil {
		return nil, err
	}
	network := c.Host.Options().Network
	if isWorker(c, to) {
		network = c.Host.Options().Deliver
	} else if !permits(c.Manifest.App.PermittedUrls.Fetch, to) {
		return nil, refused("fetch", to)
	}
	limit := fetchLimit
	if own := time.Duration(sent.Request.Timeout) * time.Millisecond; own > 0 {
		limit = min(limit, own)
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	request, err := sent.Request.signed(ctx, c, to, sent.Portal)
	if err != nil {
		return nil, err
	}
	if isTrace(sent.Trace) {
		request.Header.Set("Traceparent", "00-"+sent.Trace+"-"+sent.Trace[:16]+"-01")
	}
	response, err := network.RoundTrip(request)
	if err != nil {
		return nil, fmt.Errorf("cannot reach %s: %w", to.Host, err)
	}
	defer response.Body.Close()
	return read(response)
}

// TraceOf returns the trace id of a traceparent header of W3C Trace Context; "" for none.
func TraceOf(traceparent string) string {
	parts := strings.Split(traceparent, "-")
	if len(parts) != 4 || !isTrace(parts[1]) {
		return ""
	}
	return parts[1]
}

// isTrace reports whether a text is a trace id of W3C Trace Context.
func isTrace(id string) bool {
	return len(id) == 32 && strings.Trim(id, "0123456789abcdef") == "" && strings.Trim(id, "0") != ""
}

// isWorker reports whether a URL is of a worker. The platform always permits their origins.
func isWorker(c *call, to *url.URL) bool {
	for _, worker := range c.Manifest.Workers {
		if origin, err := url.Parse(workerOrigin(c, worker.Name)); err == nil && sameOrigin(origin, to) {
			return true
		}
	}
	return false
}

// workerOrigin returns the origin of a worker on the server.
func workerOrigin(c *call, worker string) string {
	return strings.Replace(c.Host.Options().Origin, "//", "//"+worker+".", 1)
}

// signed returns the request that the platform sends.
func (f cardFetch) signed(ctx context.Context, c *call, to *url.URL, portal int64) (*http.Request, error) {
	if !isMethod(f.Method) {
		return nil, unknownMethod(f.Method)
	}
	body := []byte(f.Body)
	if string(body) == "null" || f.Method == http.MethodGet {
		body = nil
	}
	r, err := http.NewRequestWithContext(ctx, f.Method, to.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range f.Headers {
		if isOwnHeader(name, c.Host.Options().Profile.HeaderPrefix) {
			r.Header.Set(name, value)
		}
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	devserver.SignFetch(c.Host, r, body, portal)
	return r, nil
}

// isMethod reports whether a card can send requests with a method.
func isMethod(name string) bool {
	return slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, name)
}

func unknownMethod(name string) error {
	return fmt.Errorf("invalid method %q: expected GET, POST, PUT, PATCH or DELETE", name)
}

// isOwnHeader reports whether a card may set a header: not those of the connection and of the platform.
func isOwnHeader(name, prefix string) bool {
	name = strings.ToLower(name)
	for _, other := range []string{strings.ToLower(prefix), "sec-", "proxy-", "x-forwarded-"} {
		if strings.HasPrefix(name, other) {
			return false
		}
	}
	return !slices.Contains([]string{
		"host", "connection", "content-length", "transfer-encoding", "upgrade", "te", "trailer", "keep-alive", "cookie",
		"origin", "referer", "traceparent", "expect", "accept-encoding",
	}, name)
}

// invocationHeader is the header of a card backend's response with the id of its invocation.
const invocationHeader = "X-Svc-Invocation"

// read returns a response for the card.
func read(response *http.Response) (any, error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, maxResponse+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the response: %w", err)
	}
	if len(body) > maxResponse {
		return nil, fmt.Errorf("the response has more than %d bytes: return less to the card", maxResponse)
	}
	answer := cardResponse{
		Status: response.StatusCode, Headers: map[string]string{}, Body: string(body),
		Invocation: response.Header.Get(invocationHeader),
	}
	for name, values := range response.Header {
		if name != "Set-Cookie" {
			answer.Headers[name] = strings.Join(values, ", ")
		}
	}
	return answer, nil
}

// iframe answers whether the card may show a page in a frame.
func (p *Preview) iframe(_ *http.Request, c *call) (any, error) {
	var sent struct{ URL string }
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	to, err := parseURL(sent.URL)
	if err != nil {
		return nil, err
	}
	if !permits(c.Manifest.App.PermittedUrls.Iframe, to) {
		return nil, refused("iframe", to)
	}
	return struct{}{}, nil
}
