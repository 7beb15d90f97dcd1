// This file is the host of development: goja, each worker in a VM of its own.

package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"strings"
	"time"

	"crypto/rand"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/sdk"
)

// gojaHost serves the user workers of all variants.
type gojaHost struct {
	addresses map[string]string
	servers   []*http.Server
	vms       []*jsvm.VM
}

func startGoja(ctx context.Context, variants []*Variant, j *journal, o *outside, now func() time.Time) (*gojaHost, error) {
	h := &gojaHost{addresses: map[string]string{}}
	for _, v := range variants {
		for _, worker := range v.App.Workers {
			vm, err := startWorker(ctx, v, worker, j, o, now)
			if err != nil {
				return nil, errors.Join(err, h.close())
			}
			h.vms = append(h.vms, vm)
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return nil, errors.Join(err, h.close())
			}
			server := &http.Server{Handler: serveVM(vm), ReadHeaderTimeout: time.Minute}
			go func() { _ = server.Serve(listener) }() // it ends when it is closed
			h.servers = append(h.servers, server)
			h.addresses[serviceName(v.Name, worker.Name)] = listener.Addr().String()
		}
	}
	return h, nil
}

func startWorker(ctx context.Context, v *Variant, worker Worker, j *journal, o *outside, now func() time.Time) (*jsvm.VM, error) {
	vm, err := jsvm.New(jsvm.Options{
		Clock: jsvm.SystemClock(now), Random: rand.Reader, Globals: webapi.All, Transport: network{o, v.Name},
		Console: func(_, message string) { j.add(message) }, Uncaught: func(e *jsvm.Exception) { j.add("uncaught: " + e.Error()) },
	})
	if err != nil {
		return nil, err
	}
	tell := func(line string) (string, error) { j.add(line); return "", nil }
	env := maps.Clone(v.Bindings)
	maps.DeleteFunc(env, func(name, _ string) bool {
		return strings.HasPrefix(name, "SVC_CONTROL_KEY_") || strings.HasPrefix(name, "SVC_SEAL_KEY_")
	})
	bindings, err := json.Marshal(env)
	if err != nil {
		return nil, err
	}
	host, err := fs.ReadFile(sdk.Files, "dist/host/local.js")
	if err != nil {
		return nil, err
	}
	text := string(host) + "\n" + string(worker.Script) + "\n__svc_local.serve(" + bundle.WorkerGlobal + ".default);\n"
	program, err := jsvm.Compile(worker.File, text)
	if err != nil {
		return nil, err
	}
	return vm, errors.Join(
		vm.BindSync("__svc_host_env", func(string) (string, error) { return string(bindings), nil }),
		vm.BindSync("__svc_host_log", tell), vm.BindSync("__svc_host_observe", tell),
		vm.Bind("__svc_host_actor", func(context.Context, string) (string, error) { return "", errors.New("no actors yet") }),
		vm.Run(ctx, program))
}

func serveVM(vm *jsvm.VM) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if len(body) == 0 {
			body = nil
		}
		response, err := vm.Fetch(r.Context(), &jsvm.Request{Method: r.Method, URL: "http://" + r.Host + r.RequestURI, Header: r.Header, Body: body})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		maps.Copy(w.Header(), response.Header)
		w.WriteHeader(response.Status)
		_, _ = w.Write(response.Body) // a client that has gone cannot be told
	})
}

func (h *gojaHost) name() string                      { return Goja }
func (h *gojaHost) address(app, worker string) string { return h.addresses[serviceName(app, worker)] }
func (h *gojaHost) settle(context.Context) error      { return nil }
func (h *gojaHost) state(context.Context, string, string, string) (map[string]string, error) {
	return nil, fmt.Errorf("no actors yet")
}

func (h *gojaHost) close() error {
	var errs []error
	for _, server := range h.servers {
		errs = append(errs, server.Close())
	}
	for _, vm := range h.vms {
		vm.Close()
	}
	return errors.Join(errs...)
}
