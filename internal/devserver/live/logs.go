package live

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync"
)

// backlog is how many lines a listener may be behind before it loses lines.
const backlog = 256

// Logs is an http.Handler that streams one JSON document per line, as they come. Its methods may be called from several
// goroutines.
type Logs struct {
	mu        sync.Mutex // guards listeners
	listeners map[chan []byte]bool
}

// NewLogs returns a stream without listeners.
func NewLogs() *Logs { return &Logs{listeners: map[chan []byte]bool{}} }

// Send passes a document on to the current listeners.
func (l *Logs) Send(document any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.listeners) == 0 {
		return
	}
	line, err := json.Marshal(document)
	if err != nil {
		return
	}
	line = append(line, '\n') // before the loop: listeners share the bytes
	for listener := range l.listeners {
		select {
		case listener <- line:
		default: // a listener that does not read must not block others
		}
	}
}

// ServeHTTP implements http.Handler. Logs may contain users' data. A web page does not get them, neither from its own
// origin nor by its own DNS name for this machine.
func (l *Logs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") != "" || !isLocal(r.Host) {
		refuse(w, http.StatusForbidden, "forbidden", "only programs on this machine can read the logs")
		return
	}
	if r.Method != http.MethodGet || r.URL.Path != "/" {
		refuse(w, http.StatusNotFound, "not_found", "GET / streams the logs")
		return
	}
	listener := make(chan []byte, backlog)
	l.mu.Lock()
	l.listeners[listener] = true
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.listeners, listener)
	}()
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	out := http.NewResponseController(w)
	for err := out.Flush(); err == nil; err = out.Flush() {
		select {
		case <-r.Context().Done():
			return
		case line := <-listener:
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}
}

// isLocal reports whether a host names this machine and cannot be registered in the DNS.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
