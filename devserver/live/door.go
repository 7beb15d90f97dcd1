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
	// guests counts who uses the server otherwise than by its requests; left is closed when none does any more,
	// and nil while nobody waits for that.
	guests int
	left   chan struct{}
}

func newDoor() *door { return &door{opened: make(chan struct{})} }

// shut has requests and guests wait.
func (d *door) shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.isOpen {
		d.server, d.opened, d.isOpen = nil, make(chan struct{}), false
	}
}

// empty waits until the guests have left, or ctx ends. The door is shut.
func (d *door) empty(ctx context.Context) {
	d.mu.Lock()
	if d.guests == 0 {
		d.mu.Unlock()
		return
	}
	if d.left == nil {
		d.left = make(chan struct{})
	}
	left := d.left
	d.mu.Unlock()
	select {
	case <-left:
	case <-ctx.Done():
	}
}

// leave is called by a guest once.
func (d *door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests--
	if d.guests == 0 && d.left != nil {
		close(d.left)
		d.left = nil
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

// enter gives the server of the moment; a guest is waited for until it leaves.
func (d *door) enter(ctx context.Context, guest bool) (*devserver.Server, error) {
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	d.mu.Lock()
	opened := d.opened
	d.mu.Unlock()
	select {
	case <-opened:
	case <-ctx.Done():
		if !isClosed(opened) {
			return nil, errors.New("the app is still starting")
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.server == nil {
		return nil, errNotServed
	}
	if guest {
		d.guests++
	}
	return d.server, nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Server is what is served now, to look at; an error when nothing is.
func (s *Session) Server(ctx context.Context) (*devserver.Server, error) {
	return s.door.enter(ctx, false)
}

// Use is Server for who has it do something: it ends no earlier than release is called, or its users' time is
// over.
func (s *Session) Use(ctx context.Context) (server *devserver.Server, release func(), err error) {
	if server, err = s.door.enter(ctx, true); err != nil {
		return nil, func() {}, err
	}
	return server, s.door.leave, nil
}

// workerPath is the prefix of the paths that name their worker, for who cannot choose a host.
const workerPath = "/w/"

// ServeHTTP implements http.Handler.
func (s *Session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server, err := s.door.enter(r.Context(), false)
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
