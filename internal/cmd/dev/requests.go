package dev

import (
	"net/http"
	"strings"

	"github.com/appsvc/svc/devserver/live"
)

// logged says of each request how it was answered.
func (s *server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.env.Now()
		seen := &statusSeen{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if strings.HasPrefix(r.URL.Path, live.ToolPath) {
			return
		}
		s.tell(event{
			Event: "request", At: start.UTC(), Method: r.Method, Host: r.Host, Path: r.URL.Path, Status: seen.status,
			DurationMs: float64(s.env.Now().Sub(start).Microseconds()) / 1000,
		})
	})
}

// statusSeen remembers the status of an answer.
type statusSeen struct {
	http.ResponseWriter
	status int
}

func (w *statusSeen) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets an http.ResponseController through, for streams.
func (w *statusSeen) Unwrap() http.ResponseWriter { return w.ResponseWriter }
