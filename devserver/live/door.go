// This file is where requests come in: they wait while the app starts, and find their worker by host or path.

package live

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/devserver"
)

// waitLimit is how long a request waits for the app to start.
const waitLimit = 10 * time.Second

// errNotServed says that nothing is served, since the project does not load.
var errNotServed = errors.New("the app does not load; 'svc dev' has printed why")

// door leads to the server of the moment.
type door struct {
	mu     sync.Mutex // guards what follows
	server *devserver.Server
	// opened is closed when it is known what is served.
	opened chan struct{}
	isOpen bool
}

func newDoor() *door { return &door{opened: make(chan struct{})} }

// shut has requests wait.
func (d *door) shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.isOpen {
		d.server, d.opened, d.isOpen = nil, make(chan struct{}), false
	}
}

// open lets requests through; a nil server has them answered that nothing is served.
func (d *door) open(server *devserver.Server) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.server = server
	if !d.isOpen {
		close(d.opened)
		d.isOpen = true
	}
}

// enter gives the server of the moment.
func (d *door) enter(ctx context.Context) (*devserver.Server, error) {
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	d.mu.Lock()
	opened := d.opened
	d.mu.Unlock()
	select {
	case <-opened:
	case <-ctx.Done():
		return nil, errors.New("the app is still starting")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.server == nil {
		return nil, errNotServed
	}
	return d.server, nil
}

// Server is what is served now; an error when nothing is.
func (s *Session) Server(ctx context.Context) (*devserver.Server, error) { return s.door.enter(ctx) }

// workerPath is the prefix of the paths that name their worker, for who cannot choose a host.
const workerPath = "/w/"

// ServeHTTP implements http.Handler.
func (s *Session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server, err := s.door.enter(r.Context())
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "not_served", err.Error())
		return
	}
	if rest, byPath := strings.CutPrefix(r.RequestURI, workerPath); byPath {
		name, _, _ := strings.Cut(rest, "/")
		name, _, _ = strings.Cut(name, "?")
		if !server.Has(name) {
			refuse(w, http.StatusNotFound, "not_found", "there is no worker of this name")
			return
		}
		r = server.AtWorker(r, name, strings.TrimPrefix(rest, name))
	}
	server.ServeHTTP(w, r)
}
