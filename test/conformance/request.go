package conformance

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// request is one request to send.
type request struct {
	app, worker string
	method      string
	// path is the path and query as sent.
	path    string
	headers []header
	body    string
	chunked bool
	// delay and abortAfter start with the group.
	delay, abortAfter time.Duration
	// after is a line as in a section wait, which must be true first; "" for none.
	after string
}

// appWorker names the app worker in cases.
const appWorker = "app"

// actorsWorker addresses actors: POST /<class>/<name>/<method> calls one, as a worker does.
const actorsWorker = "actors"

// schedulesWorker addresses the platform's clock: POST /<worker> with {"cron", "time"} fires a schedule.
const schedulesWorker = "schedules"

// protocolHeader sets the protocol version of a call to an actor.
const protocolHeader = "X-Conformance-Protocol"

// actorPath matches the path of a call.
var actorPath = regexp.MustCompile(`^/(\w+)/([^/]+)/(\w+)$`)

// host returns the Host header. Both hosts of the runtime get the same, so that URLs are equal.
func (r *request) host() string {
	for _, h := range r.headers {
		if strings.EqualFold(h.name, "Host") {
			return h.value
		}
	}
	return r.worker + ".localhost"
}

// readRequest parses a request without placeholders. It also returns the Sign lines.
func readRequest(text, app string) (*request, []string, error) {
	m := parseMessage(text)
	method, path, found := strings.Cut(m.first, " ")
	if !found || path == "" {
		return nil, nil, fmt.Errorf("invalid first line %q of a request: expected METHOD and path", m.first)
	}
	r := &request{method: method, path: path, body: m.body, app: m.takeOne("App"), worker: m.takeOne("To")}
	if r.app == "" {
		r.app = app
	}
	if r.worker == "" {
		r.worker = defaultWorker(method, path)
	}
	var err error
	if r.delay, err = m.takeDuration("Delay"); err != nil {
		return nil, nil, err
	}
	if r.abortAfter, err = m.takeDuration("Abort-After"); err != nil {
		return nil, nil, err
	}
	r.after = m.takeOne("After")
	r.chunked = m.takeOne("Chunked") == "yes"
	m.take("Times")
	m.take("Within")
	signs := m.take("Sign")
	if len(signs) == 0 {
		signs = []string{defaultSign(method, path)}
	}
	switch value, typed := m.header("Content-Type"); {
	case value == absent:
		m.take("Content-Type")
	case !typed && r.body != "":
		m.headers = append(m.headers, header{"Content-Type", "application/json"})
	}
	r.headers = m.headers
	if isControl(r.worker) {
		r.headers = append(r.headers, header{appHeader, r.app})
	}
	return r, signs, nil
}

// isControl reports whether requests go to the host instead of a worker.
func isControl(worker string) bool { return worker == actorsWorker || worker == schedulesWorker }

// defaultWorker returns the worker that serves a path by default.
func defaultWorker(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	if strings.HasPrefix(path, "/oauth-") || strings.HasPrefix(path, "/_svc/control/") ||
		(method == http.MethodPost && path == "/webhooks/crm") {
		return appWorker
	}
	return "main"
}

// defaultSign returns the signature that the sender of such a request uses.
func defaultSign(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	for _, prefix := range []string{"/workflow-actions/", "/_svc/cards/", "/webhooks/crm"} {
		if strings.HasPrefix(path, prefix) {
			return "v3"
		}
	}
	for _, prefix := range []string{"/capabilities/", "/sync/", "/_svc/manifest", "/_svc/control/"} {
		if strings.HasPrefix(path, prefix) {
			return "grant"
		}
	}
	return "none"
}
