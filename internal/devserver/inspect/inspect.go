// Package inspect serves debuggers: one address for the processes of the edge engine, with a target for each worker.
//
// A debugger can run any code in a worker. So the address refuses web pages, and other names than those of this machine
// (package access): the engine itself would accept both. Targets keep their name when their process is replaced.
package inspect

import (
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"slices"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/devserver/access"
)

// Target is where a process listens for debuggers.
type Target struct {
	// Address is host:port, Path the path of the worker, which others cannot guess.
	Address, Path string
}

// Targets are the workers that can be debugged, by name. The zero value is ready for use.
type Targets struct {
	mu  sync.Mutex
	all map[string]Target
}

// Set sets the process of a worker.
func (t *Targets) Set(worker string, target Target) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]Target{}
	}
	t.all[worker] = target
}

// Remove removes the process of a worker, unless another one has replaced it.
func (t *Targets) Remove(worker string, target Target) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[worker] == target {
		delete(t.all, worker)
	}
}

func (t *Targets) get(worker string) (Target, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	target, found := t.all[worker]
	return target, found
}

func (t *Targets) names() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.all))
}

// devTools is the origin of the debugger of Chromium. Other debuggers are not web pages and send none.
const devTools = "devtools://devtools"

// ServeHTTP implements http.Handler: the discovery of the Chrome DevTools protocol, and a WebSocket per worker.
func (t *Targets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if !access.IsLoopback(r.Host) || origin != "" && origin != devTools || isOfPage(r) {
		http.Error(w, "debuggers of this machine only", http.StatusForbidden)
		return
	}
	switch r.URL.Path {
	case "/json", "/json/list":
		write(w, t.list(r.Host))
	case "/json/version":
		write(w, map[string]string{"Browser": "svc", "Protocol-Version": "1.3"})
	default:
		t.connect(w, r)
	}
}

// isOfPage reports whether a browser sends the request for a page, which Sec-Fetch-Site tells.
func isOfPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "" && site != "none"
}

// listed is a target as debuggers find it.
type listed struct {
	ID           string `json:"id"`
	Title        string `json:"title"`
	Type         string `json:"type"`
	URL          string `json:"url"`
	WebSocketURL string `json:"webSocketDebuggerUrl"`
}

func (t *Targets) list(host string) []listed {
	all := []listed{}
	for _, name := range t.names() {
		all = append(all, listed{
			ID: name, Title: "worker " + name, Type: "node", URL: "file:///" + name, WebSocketURL: "ws://" + host + "/" + name,
		})
	}
	return all
}

// connect passes a connection on to the process of the worker that the path names.
func (t *Targets) connect(w http.ResponseWriter, r *http.Request) {
	target, found := t.get(strings.TrimPrefix(r.URL.Path, "/"))
	if !found {
		http.Error(w, "unknown worker: /json lists them", http.StatusNotFound)
		return
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host, p.Out.URL.Path, p.Out.Host = "http", target.Address, target.Path, target.Address
			p.Out.Header.Del("Origin")
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	proxy.ServeHTTP(w, r)
}

func write(w http.ResponseWriter, document any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	_ = json.NewEncoder(w).Encode(document) // the debugger may have left
}
