package live

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver/access"
)

// backlog is how many lines a listener may be behind before it loses lines.
const backlog = 256

// LogOptions configures Logs.
type LogOptions struct {
	// Encode writes a document as one line, with its line break.
	Encode func(w io.Writer, document any) error
	// Redact returns a writer that writes text to w without secrets. Kept documents are redacted when they are read.
	Redact func(w io.Writer) io.Writer
	// OnCards receives the log entries of cards, from several goroutines.
	OnCards func(entries []CardEntry)
	// CRM lets cards in the CRM's own pages log; nil refuses them.
	CRM *CRMCards
}

// Logs is an http.Handler that streams one JSON document per line, as they come, and receives the log entries of cards.
// Its methods may be called from several goroutines.
type Logs struct {
	options   LogOptions
	mu        sync.Mutex // guards what follows
	listeners map[chan []byte]listener
	// events are the documents of Send, records those of Record.
	events, records history
}

// listener is what a listener receives besides the documents of Send.
type listener struct{ records bool }

// NewLogs returns a stream without listeners.
func NewLogs(o LogOptions) *Logs { return &Logs{options: o, listeners: map[chan []byte]listener{}} }

// Send passes a document on to the current listeners.
func (l *Logs) Send(document any) {
	l.keep(&l.events, document, func(listener) bool { return true })
}

// keep adds a document to a history, and sends it to the listeners that want it. One that has no JSON form is left out.
func (l *Logs) keep(h *history, document any, wanted func(listener) bool) {
	var line bytes.Buffer
	if l.options.Encode(&line, document) != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	h.add(line.Bytes())
	var redacted bytes.Buffer // listeners share its bytes
	for lines, of := range l.listeners {
		if !wanted(of) {
			continue
		}
		if redacted.Len() == 0 {
			_, _ = l.options.Redact(&redacted).Write(line.Bytes())
		}
		select {
		case lines <- redacted.Bytes():
		default: // a listener that does not read must not block others
		}
	}
}

// ServeHTTP implements http.Handler. A page that reaches this machine by its own DNS name gets nothing.
func (l *Logs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !access.IsLocal(r.Host):
		refuse(w, http.StatusForbidden, "forbidden", "the log port serves localhost, 127.0.0.1 and [::1] only")
	case r.URL.Path == CardPath:
		l.receive(w, r)
	case r.URL.Path == "/" && r.Method == http.MethodGet:
		l.stream(w, r)
	default:
		refuse(w, http.StatusNotFound, "not_found", "GET / streams the logs, and cards post theirs to "+CardPath)
	}
}

// stream sends the documents to a program. Logs may contain users' data, so no web page gets them.
func (l *Logs) stream(w http.ResponseWriter, r *http.Request) {
	if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") != "" || site != "" && site != "none" {
		refuse(w, http.StatusForbidden, "forbidden", "only programs on this machine can read the logs")
		return
	}
	lines := make(chan []byte, backlog)
	l.mu.Lock()
	l.listeners[lines] = listener{}
	l.mu.Unlock()
	defer l.leave(lines)
	l.write(w, r, nil, lines)
}

// leave removes a listener.
func (l *Logs) leave(lines chan []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.listeners, lines)
}

// write writes what is there, and then each line that comes, until the client leaves.
func (l *Logs) write(w http.ResponseWriter, r *http.Request, first []byte, lines chan []byte) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // that of the request's body would end the stream
	_, _ = w.Write(first)                // Flush reports a client that has left
	for err := out.Flush(); err == nil; err = out.Flush() {
		select {
		case <-r.Context().Done():
			return
		case line := <-lines:
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}
}

// isLocalOrigin reports whether an Origin header names a page of this machine. That of a sandboxed frame is "null",
// which every site can send.
func isLocalOrigin(origin string) bool {
	page, err := url.Parse(origin)
	return err == nil && (page.Scheme == "http" || page.Scheme == "https") && access.IsLocal(page.Host)
}
