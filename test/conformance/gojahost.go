package conformance

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	devhost "github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// gojaHost has one devserver for each variant, reached over HTTP.
type gojaHost struct {
	options   gojaOptions
	servers   map[string]*devserver.Server
	addresses map[string]string
	https     []*http.Server
	// controls is the address of serveControl.
	controls string
}

// gojaOptions configures a gojaHost.
type gojaOptions struct {
	now func() time.Time
	// edge runs the user workers in the edge engine; nil for goja.
	edge *devhost.Edge
}

func startGoja(
	ctx context.Context, variants []*Variant, j *journal, o *outside, options gojaOptions,
) (*gojaHost, error) {
	h := &gojaHost{options: options, servers: map[string]*devserver.Server{}, addresses: map[string]string{}}
	for _, v := range variants {
		workers := map[string]*project.Worker{}
		for _, worker := range v.App.Workers {
			workers[worker.Name] = worker.Built
		}
		local, err := devhost.NewWithHooks(devhost.Options{
			Dir: v.App.Dir, Profile: v.App.Profile, App: v.App.Declared, InMemory: true,
			Bindings: v.Bindings, Now: options.now, Edge: options.edge, Random: rand.Reader, OnRecord: j.add,
			Manifest: func(context.Context) ([]byte, error) { return v.App.Manifest, nil },
		}, devhost.Hooks{
			Outbound: network{o, v.Name}, ExactBindings: true, ExtraActors: portClass + ": [" + portActor + "],",
			TurnLimit: jsvm.MaxTurnLimit, // a loaded machine reaches the default of 5 s
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("variant %s: %w", v.Name, err), h.close())
		}
		server, err := devserver.NewServer(ctx, local, devserver.ServerOptions{Workers: workers})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("variant %s: %w", v.Name, err), h.close())
		}
		h.servers[v.Name] = server
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, errors.Join(err, h.close())
		}
		web := &http.Server{Handler: server, ReadHeaderTimeout: time.Minute}
		go func() { _ = web.Serve(listener) }() // ends with Close
		h.https = append(h.https, web)
		h.addresses[v.Name] = listener.Addr().String()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	web := &http.Server{Handler: http.HandlerFunc(h.serveControl), ReadHeaderTimeout: time.Minute}
	go func() { _ = web.Serve(listener) }() // ends with Close
	h.https = append(h.https, web)
	h.controls = listener.Addr().String()
	return h, nil
}

func (h *gojaHost) name() string {
	if h.options.edge != nil {
		return Dev
	}
	return Goja
}

// address is the same for all workers of a variant. The Host header of a request selects the worker.
func (h *gojaHost) address(app, worker string) string {
	if isControl(worker) {
		return h.controls
	}
	return h.addresses[app]
}

// settle returns at once, because workers report synchronously.
func (h *gojaHost) settle(context.Context) error { return nil }

// forget does nothing: an actor stays in memory while the server runs.
func (h *gojaHost) forget(context.Context, string, string, string) error { return nil }

func (h *gojaHost) state(ctx context.Context, app, class, actor string) (map[string]string, error) {
	server := h.servers[app]
	if server == nil {
		return nil, fmt.Errorf("unknown variant %q", app)
	}
	return server.Host().State(ctx, class, actor)
}

func (h *gojaHost) close() error {
	var errs []error
	for _, web := range h.https {
		errs = append(errs, web.Close())
	}
	for _, server := range h.servers {
		errs = append(errs, server.Close())
	}
	return errors.Join(errs...)
}
