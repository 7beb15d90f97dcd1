package dev

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/devserver/cards"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// invocationHeader is the header of a card backend's response with the id of its invocation.
const invocationHeader = "X-Svc-Invocation"

// logged logs each request with its status. Of the requests of other commands it prints the invocations alone.
func (s *server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isTool, end := strings.HasPrefix(r.URL.Path, live.ToolPath), func(*cli.Activity) {}
		if isOwn := isTool || r.UserAgent() == control.Agent; !s.options.json && (!isOwn || r.URL.Path == live.InvokePath) {
			x, ctx := newExchange(r.Context(), s.env.Activity)
			end, r = x.end, r.WithContext(ctx)
		}
		if isTool {
			defer end(nil)
			next.ServeHTTP(w, r)
			return
		}
		e := event{
			Event: "request", At: s.env.Now().UTC(), Method: host.Shorten(r.Method), Host: host.Shorten(r.Host),
			Path: host.Shorten(r.URL.Path), Trace: cards.TraceOf(r.Header.Get("Traceparent")),
		}
		seen := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
		defer func() { // also when the handler aborts the response
			e.Status, e.Invocation = seen.status, w.Header().Get(invocationHeader)
			e.DurationMs = float64(s.env.Now().Sub(e.At).Microseconds()) / 1000
			s.emit(e)
			line := requestLine(&e)
			line.At = line.At.Add(s.session.Ahead())
			end(line)
		}()
		next.ServeHTTP(seen, r)
	})
}

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader records the status.
func (w *statusRecorder) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap makes http.ResponseController work, which streams need.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// withoutRest does not wait for the rest of a body that a handler has not read. net/http would, without a time limit,
// because the next request comes on the same connection. That connection is closed after the response: the requests of
// one whose reads have failed begin with a context that has ended.
func withoutRest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &watchedBody{ReadCloser: r.Body}
		r.Body = body
		out := &closingWriter{ResponseWriter: w, request: r, body: body}
		next.ServeHTTP(out, r)
		out.begin() // of a response without a body
		if !body.ended && r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) // the client has left
		}
	})
}

// closingWriter closes the connection after a response that begins before the body has been read.
type closingWriter struct {
	http.ResponseWriter
	request *http.Request
	body    *watchedBody
	begun   bool
}

// WriteHeader implements http.ResponseWriter.
func (w *closingWriter) WriteHeader(status int) {
	if status >= http.StatusOK {
		w.begin()
	}
	w.ResponseWriter.WriteHeader(status)
}

// begin completes the header.
func (w *closingWriter) begin() {
	if !w.begun && !w.body.ended && w.request.ContentLength != 0 {
		w.Header().Set("Connection", "close")
	}
	w.begun = true
}

// Write implements http.ResponseWriter.
func (w *closingWriter) Write(p []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(p)
}

// Unwrap makes http.ResponseController work.
func (w *closingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// watchedBody records whether the body has been read to its end.
type watchedBody struct {
	io.ReadCloser
	ended bool
}

// Read implements io.Reader.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || errors.Is(err, io.EOF) // after another error, what follows may not be a request
	return n, err
}
