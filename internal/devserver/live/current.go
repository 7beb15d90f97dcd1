package live

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

// waitLimit is how long a request waits for the app to start.
const waitLimit = 10 * time.Second

// ErrNotServed reports that the app has not loaded since the session began.
var ErrNotServed = errors.New("the app does not load; 'svc dev' has printed why")

var errStarting = errors.New("the app is still starting")

// current is the current server. Requests wait while it is being replaced.
type current struct {
	mu     sync.Mutex // guards what follows
	server *devserver.Server
	// isSet reports that the server, or that there is none, is known. known is closed then.
	isSet bool
	known chan struct{}
	// borrowers counts the callers of acquire that have not called release. idle is closed when the last of them does;
	// it is nil while drain does not run.
	borrowers int
	idle      chan struct{}
}

func newCurrent() *current { return &current{known: make(chan struct{})} }

// set lets requests through to the server. They fail when it is nil.
func (c *current) set(server *devserver.Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server = server
	if !c.isSet {
		close(c.known)
		c.isSet = true
	}
}

// clear makes requests and borrowers wait for the next set.
func (c *current) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isSet {
		c.server, c.known, c.isSet = nil, make(chan struct{}), false
	}
}

// now returns the server without waiting, nil for none.
func (c *current) now() *devserver.Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.server
}

// drain waits until all borrowers have released, or ctx ends. Call clear before.
func (c *current) drain(ctx context.Context) {
	c.mu.Lock()
	if c.borrowers == 0 {
		c.mu.Unlock()
		return
	}
	if c.idle == nil {
		c.idle = make(chan struct{})
	}
	idle := c.idle
	c.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// get returns the server.
func (c *current) get(ctx context.Context) (*devserver.Server, error) { return c.wait(ctx, 0) }

// acquire returns the server, which drain keeps running until release.
func (c *current) acquire(ctx context.Context) (*devserver.Server, error) { return c.wait(ctx, 1) }

func (c *current) wait(ctx context.Context, borrowers int) (*devserver.Server, error) {
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	for {
		c.mu.Lock()
		known, isSet, server := c.known, c.isSet, c.server
		if server != nil {
			c.borrowers += borrowers
		}
		c.mu.Unlock()
		switch {
		case server != nil:
			return server, nil
		case isSet:
			return nil, ErrNotServed
		case ctx.Err() != nil:
			return nil, errStarting
		}
		select {
		case <-known:
		case <-ctx.Done():
		}
	}
}

// release ends one acquire.
func (c *current) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.borrowers--
	if c.borrowers == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// Server returns the current server, and waits while it starts.
func (s *Session) Server(ctx context.Context) (*devserver.Server, error) { return s.current.get(ctx) }

// Ahead returns how far the clock of the app is ahead of the machine's, and 0 while no app is served.
func (s *Session) Ahead() time.Duration {
	server := s.current.now()
	if server == nil {
		return 0
	}
	return server.Host().Ahead()
}

// Use is Server for longer work. The server runs until release is called, or for closeLimit after its replacement.
func (s *Session) Use(ctx context.Context) (server *devserver.Server, release func(), err error) {
	if server, err = s.current.acquire(ctx); err != nil {
		return nil, func() {}, err
	}
	return server, s.current.release, nil
}

// workerPath is the prefix of paths that name their worker, for clients that cannot choose the host.
const workerPath = "/w/"

// ServeHTTP implements http.Handler.
func (s *Session) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	server, err := s.current.get(r.Context())
	if err != nil {
		refuseNotServed(w, err)
		return
	}
	s.markStale(server, w, r)
	serveAt(server, w, r)
}

// serveAt answers a request by the part of the server that its host and path name.
func serveAt(server *devserver.Server, w http.ResponseWriter, r *http.Request) {
	if isOfCRM(server, r) {
		serveCRM(server, w, r)
		return
	}
	if name, byPath := workerInPath(r); byPath {
		if !server.Has(name) {
			refuse(w, http.StatusNotFound, "not_found", "unknown worker")
			return
		}
		server.ServeWorker(w, r, name)
		return
	}
	server.ServeHTTP(w, r)
}

// workerInPath returns the worker that the path of a request names.
func workerInPath(r *http.Request) (name string, byPath bool) {
	rest, byPath := strings.CutPrefix(r.RequestURI, workerPath)
	name, _, _ = strings.Cut(rest, "/")
	name, _, _ = strings.Cut(name, "?")
	return name, byPath
}
