package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/workerd"
)

// edgeHost is one process of workerd, the engine of production, with all variants.
type edgeHost struct {
	process *workerd.Process
	outside *http.Server
	journal *journal
	// state is the folder of the Durable Objects.
	folder string
	client http.Client

	lastMarker atomic.Int64
	mu         sync.Mutex
	markers    map[string]chan struct{}
	// complaints are messages of the engine itself, such as about code that hung.
	complaints []string
}

// control is a worker of the runner. It reads state and writes markers to the log.
const control = "svc-control"

// marker is the prefix of the log lines that control writes on demand.
const marker = "svc-marker "

const controlModule = `export default { async fetch(request, env) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/marker') { console.log('` + marker + `' + searchParams.get('id')); return new Response('ok'); }
  const app = request.headers.get('` + appHeader + `');
  if (request.method === 'POST' && request.headers.get('host') === '` + schedulesWorker + `.localhost') {
    const { cron, time } = await request.json();
    const { outcome } = await env[app + '-' + pathname.slice(1)].scheduled({ cron, scheduledTime: new Date(time) });
    return Response.json({ outcome });
  }
  if (request.method === 'POST') {
    const [, className, name, method] = pathname.split('/').map(decodeURIComponent);
    const actors = env[app + className];
    const protocol = Number(request.headers.get('` + protocolHeader + `') ?? 1);
    const args = (await request.text()) || 'null';
    const body = await actors.get(actors.idFromName(name)).call(protocol, name, method, args);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }
  const namespace = env[searchParams.get('binding')];
  const actor = namespace.get(namespace.idFromName(searchParams.get('actor')));
  if (pathname === '/forget') { return new Response(String(await actor.svcForget().catch((e) => e))); }
  return new Response(await actor.svcInspect());
} };
`

// inspectModule wraps an app worker's main module: it makes the state of its classes readable, and adds the actor
// of the cases of the actor port.
var inspectModule = `import handler, {
  InstallActor as Install, PortalActor as Portal, ProjectActor as Project, script,
} from './` + edge.MainModule + `';
import { durableObject } from './` + edge.HostModule + `';
export default handler;
const inspected = (Actor) => class extends Actor {
  svcForget() { this.ctx.abort('restarted by a case'); }
  svcInspect() { return JSON.stringify([...this.ctx.storage.kv.list()]); }
};
export const InstallActor = inspected(Install), PortalActor = inspected(Portal), ProjectActor = inspected(Project);
export const ` + portClass + ` = inspected(durableObject('` + portClass + `', [` + portActor +
	`], script.createAppWorker({ manifest: { app: { redaction: { fields: [] } } } })));
`

// startEdge starts workerd with the variants.
func startEdge(ctx context.Context, binary string, variants []*Variant, j *journal, o *outside) (*edgeHost, error) {
	h := &edgeHost{journal: j, markers: map[string]chan struct{}{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h.outside = &http.Server{Handler: o, ReadHeaderTimeout: time.Minute}
	// The engine repeats a request when a reused connection breaks.
	h.outside.SetKeepAlivesEnabled(false)
	go func() { _ = h.outside.Serve(listener) }() // ends with Close
	if h.folder, err = stateFolder(); err != nil {
		return nil, errors.Join(err, h.close())
	}
	config := edgeConfig(variants, listener.Addr().String(), h.folder)
	h.process, err = workerd.Start(ctx, workerd.Options{
		Binary: binary, Config: config, OnLine: h.line, OnError: h.complaint,
	})
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// stateFolder creates a folder, in memory if possible: the engine syncs each write of an object to disk.
func stateFolder() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "svc-conformance-"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "svc-conformance-")
}

func edgeConfig(variants []*Variant, outside, folder string) workerd.Config {
	config := workerd.Config{CompatibilityDate: platform.CompatibilityDate, Disk: folder}
	inspector := workerd.Service{
		Name: control, Flags: []string{"service_binding_extra_handlers"},
		Modules: []workerd.Module{{Name: edge.MainModule, Text: []byte(controlModule)}},
	}
	for _, v := range variants {
		config.Outsides = append(config.Outsides, workerd.Outside{
			Name: v.outsideName(), Address: outside, Header: appHeader, Value: v.Name,
		})
		services := v.EdgeServices(v.outsideName())
		for _, service := range services[:len(services)-1] {
			inspector.Bindings = append(inspector.Bindings, workerd.Binding{Name: service.Name, Service: service.Name})
		}
		app := &services[len(services)-1]
		main := &app.Modules[0]
		main.Text = slices.Concat(main.Text, []byte("export { __svc_app as script };\n"))
		app.Modules = slices.Insert(app.Modules, 0, workerd.Module{Name: "inspected.js", Text: []byte(inspectModule)})
		app.Actors = append(app.Actors, portClass)
		for _, class := range app.Actors {
			inspector.Bindings = append(inspector.Bindings, workerd.Binding{
				Name: v.Name + class, Class: class, Service: app.Name,
			})
		}
		config.Services = append(config.Services, services...)
	}
	config.Services = append(config.Services, inspector)
	return config
}

func (v *Variant) outsideName() string { return v.Name + "-outside" }

// EdgeServices returns the variant's scripts as the edge runs them, the app worker last. Their requests go to
// outbound.
func (v *Variant) EdgeServices(outbound string) []workerd.Service {
	p := edge.Project{
		App: serviceName(v.Name, appWorker), StaticAuth: v.App.StaticAuth,
		ControlKeys: []string{keyID}, SealKeys: []string{keyID}, CRMProject: v.Name,
		Script: func(worker string) string { return serviceName(v.Name, worker) },
	}
	var services []workerd.Service
	for _, worker := range v.App.Workers {
		p.Workers = append(p.Workers, worker.Name)
		service := v.service(worker.Name, outbound, v.App.Modules[worker.Name], v.ownBindings(edge.WorkerBindings(p)))
		service.Flags = v.App.Flags
		services = append(services, service)
	}
	app := v.service(appWorker, outbound, v.App.Modules[""], v.bind(edge.AppBindings(p)))
	app.Actors = edge.ActorClasses()
	return append(services, app)
}

func serviceName(app, worker string) string { return app + "-" + worker }

func (v *Variant) service(worker, outbound string, modules []edge.Module, bindings []workerd.Binding) workerd.Service {
	s := workerd.Service{Name: serviceName(v.Name, worker), Outbound: outbound, Bindings: bindings}
	for _, m := range modules {
		s.Modules = append(s.Modules, workerd.Module{Name: m.Name, Text: m.Text})
	}
	return s
}

// bind fills reserved bindings with the values of the variant. It drops a binding without a value.
func (v *Variant) bind(reserved []edge.Binding) []workerd.Binding {
	var bound []workerd.Binding
	for _, b := range reserved {
		switch b.Kind {
		case edge.Secret, edge.Var:
			if value, given := v.Bindings[b.Name]; given {
				bound = append(bound, workerd.Binding{Name: b.Name, Text: value})
			}
		case edge.Actors:
			bound = append(bound, workerd.Binding{Name: b.Name, Class: b.Class, Service: b.Script})
		case edge.Service:
			bound = append(bound, workerd.Binding{Name: b.Name, Service: b.Script, Entrypoint: b.Entrypoint})
		}
	}
	return bound
}

// ownBindings returns the reserved bindings of a user worker and those of the app's author.
func (v *Variant) ownBindings(reserved []edge.Binding) []workerd.Binding {
	bound := v.bind(reserved)
	for _, name := range slices.Sorted(maps.Keys(v.Bindings)) {
		if !strings.HasPrefix(name, "SVC_") && !strings.HasPrefix(name, "CRM_") {
			bound = append(bound, workerd.Binding{Name: name, Text: v.Bindings[name]})
		}
	}
	return bound
}

func (h *edgeHost) name() string { return "workerd" }

func (h *edgeHost) address(app, worker string) string {
	if isControl(worker) {
		return h.process.Address(control)
	}
	return h.process.Address(serviceName(app, worker))
}

// line handles a line of output: JSON with a message of a worker's console.
func (h *edgeHost) line(line string) {
	var entry struct{ Message string }
	if json.Unmarshal([]byte(line), &entry) != nil {
		h.complaint(line)
		return
	}
	if id, isMarker := strings.CutPrefix(entry.Message, marker); isMarker {
		h.mu.Lock()
		defer h.mu.Unlock()
		if waits := h.markers[id]; waits != nil {
			close(waits)
			delete(h.markers, id)
		}
		return
	}
	h.journal.add(entry.Message)
}

func (h *edgeHost) complaint(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.complaints = append(h.complaints, line)
}

// settle writes a marker and waits until it arrives, after all earlier lines.
func (h *edgeHost) settle(ctx context.Context) error {
	id, waits := strconv.FormatInt(h.lastMarker.Add(1), 10), make(chan struct{})
	h.mu.Lock()
	h.markers[id] = waits
	h.mu.Unlock()
	if _, err := h.ask(ctx, "/marker", url.Values{"id": {id}}); err != nil {
		return err
	}
	select {
	case <-waits:
		return nil
	case <-h.process.Done():
		return h.process.Failure()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *edgeHost) state(ctx context.Context, app, class, actor string) (map[string]string, error) {
	text, err := h.ask(ctx, "/state", url.Values{"binding": {app + class}, "actor": {actor}})
	if err != nil {
		return nil, err
	}
	var entries [][2]string
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("cannot read the state of %s %s: %w: %s", class, actor, err, text)
	}
	all := map[string]string{}
	for _, entry := range entries {
		all[entry[0]] = entry[1]
	}
	return all, nil
}

// forget restarts the object.
func (h *edgeHost) forget(ctx context.Context, app, class, actor string) error {
	_, err := h.ask(ctx, "/forget", url.Values{"binding": {app + class}, "actor": {actor}})
	return err
}

// ask sends a request to the control worker.
func (h *edgeHost) ask(ctx context.Context, what string, query url.Values) ([]byte, error) {
	u := url.URL{Scheme: "http", Host: h.process.Address(control), Path: path.Clean(what), RawQuery: query.Encode()}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := h.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s answered %d: %s", what, query.Encode(), response.StatusCode, body)
	}
	return body, err
}

func (h *edgeHost) close() error {
	h.client.CloseIdleConnections()
	if h.process != nil {
		h.process.Stop()
	}
	return errors.Join(h.outside.Close(), os.RemoveAll(h.folder))
}
