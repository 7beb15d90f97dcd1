package dev

import (
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/devserver/live"
)

// logged logs each request with its status, except those of other commands.
func (s *server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.env.Now()
		seen := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if strings.HasPrefix(r.URL.Path, live.ToolPath) {
			return
		}
		s.emit(event{
			Event: "request", At: start.UTC(), Method: r.Method, Host: r.Host, Path: r.URL.Path, Status: seen.status,
			DurationMs: float64(s.env.Now().Sub(start).Microseconds()) / 1000,
		})
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
