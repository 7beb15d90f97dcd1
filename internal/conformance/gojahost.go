// This file is the host of development: one devserver for each variant, over real HTTP.

package conformance

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/project"
)

// gojaHost is the servers of all variants.
type gojaHost struct {
	servers   map[string]*devserver.Server
	addresses map[string]string
	https     []*http.Server
	// actors is the address of callActor.
	actors string
}

func startGoja(ctx context.Context, variants []*Variant, j *journal, o *outside, now func() time.Time) (*gojaHost, error) {
	h := &gojaHost{servers: map[string]*devserver.Server{}, addresses: map[string]string{}}
	for _, v := range variants {
		workers := map[string]*project.Worker{}
		for _, worker := range v.App.Workers {
			workers[worker.Name] = worker.Built
		}
		server, err := devserver.NewServer(ctx, devserver.Options{
			Dir: v.App.Dir, Profile: v.App.Profile, App: v.App.Declared, InMemory: true, Exact: true,
			Bindings: v.Bindings, Now: now, Random: rand.Reader, Outbound: network{o, v.Name}, OnRecord: j.add,
			Manifest:   func(context.Context) ([]byte, error) { return v.App.Manifest, nil },
			MoreActors: portClass + ": [" + portActor + "],",
		}, workers)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("variant %s: %w", v.Name, err), h.close())
		}
		h.servers[v.Name] = server
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, errors.Join(err, h.close())
		}
		web := &http.Server{Handler: server, ReadHeaderTimeout: time.Minute}
		go func() { _ = web.Serve(listener) }() // it ends when it is closed
		h.https = append(h.https, web)
		h.addresses[v.Name] = listener.Addr().String()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	web := &http.Server{Handler: http.HandlerFunc(h.callActor), ReadHeaderTimeout: time.Minute}
	go func() { _ = web.Serve(listener) }() // it ends when it is closed
	h.https = append(h.https, web)
	h.actors = listener.Addr().String()
	return h, nil
}

// callActor answers a request of a case to an actor, as the control worker of workerd does.
func (h *gojaHost) callActor(w http.ResponseWriter, r *http.Request) {
	args, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	if len(args) == 0 {
		args = []byte("null")
	}
	protocol, err := strconv.Atoi(cmp.Or(r.Header.Get(protocolHeader), "1"))
	part := actorPath.FindStringSubmatch(r.URL.Path)
	server := h.servers[r.Header.Get(appHeader)]
	if err != nil || part == nil || server == nil {
		http.Error(w, "write POST /<class>/<name>/<method>", http.StatusBadRequest)
		return
	}
	request, err := json.Marshal(map[string]any{"protocol": protocol, "class": part[1], "name": part[2], "method": part[3], "args": json.RawMessage(args)})
	if err == nil {
		var answer string
		if answer, err = server.CallActor(r.Context(), string(request)); err == nil {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer) // a client that has gone cannot be told
			return
		}
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

func (h *gojaHost) name() string { return Goja }

// address is the same for all workers of a variant: the Host of a request tells them apart.
func (h *gojaHost) address(app, worker string) string {
	if worker == actorsWorker {
		return h.actors
	}
	return h.addresses[app]
}

// settle has nothing to wait for: workers tell what they do in the moment in which they do it.
func (h *gojaHost) settle(context.Context) error { return nil }

func (h *gojaHost) state(ctx context.Context, app, class, actor string) (map[string]string, error) {
	server := h.servers[app]
	if server == nil {
		return nil, fmt.Errorf("there is no variant %q", app)
	}
	return server.State(ctx, class, actor)
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
