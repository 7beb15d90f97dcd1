// This file builds what is measured: a project with one card backend, and the bare handler beside it.

package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/test/bench/load"
)

// Names of services.
const (
	bareService   = "bare-handler"
	workerService = "runtime"
	appService    = "app"
)

// secret signs requests.
const secret = "bench-secret"

// card is the request that both sides answer.
var card = load.Card{
	Origin: "http://bench.localhost", Path: "/_svc/cards/constant?portalId=77",
	Body: `{"input":{"amount":12,"note":"a note of some length"}}`, Secret: secret,
	Answer: `{"ok":true,"capabilityId":"constant","result":{"score":7,"band":"low"}}`,
}

const configSource = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'Bench', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: [] });
`

const workerSource = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.cardBackend('constant', { input: { amount: { type: 'number', required: true } }, handler: () => ({ score: 7, band: 'low' }) });
export default worker;
`

// bareModule is what somebody would write by hand: the signature over the raw body, the key kept between
// requests as the runtime keeps it, the age of the timestamp, the body parsed, the answer made.
const bareModule = `const encoder = new TextEncoder();
const keys = new Map();
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (request.method !== 'POST' || url.pathname !== '/_svc/cards/constant') return new Response(null, { status: 404 });
    const body = new Uint8Array(await request.arrayBuffer());
    const timestamp = request.headers.get('x-crm-request-timestamp') ?? '';
    const signature = request.headers.get('x-crm-signature-v3') ?? '';
    if (!(Math.abs(Date.now() - Number(timestamp)) < 300000)) return new Response(null, { status: 401 });
    const secret = env.CRM_CLIENT_SECRET;
    let key = keys.get(secret);
    if (key === undefined) {
      key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
      keys.set(secret, key);
    }
    const head = encoder.encode('POST' + request.url), tail = encoder.encode(timestamp);
    const message = new Uint8Array(head.length + body.length + tail.length);
    message.set(head); message.set(body, head.length); message.set(tail, head.length + body.length);
    const mac = Uint8Array.from(atob(signature), (c) => c.charCodeAt(0));
    if (!(await crypto.subtle.verify('HMAC', key, mac, message))) return new Response(null, { status: 401 });
    const { input } = JSON.parse(new TextDecoder().decode(body));
    if (typeof input.amount !== 'number') return new Response(null, { status: 400 });
    return Response.json({ ok: true, capabilityId: 'constant', result: { score: 7, band: 'low' } });
  },
};
`

// workers are the built modules.
type workers struct {
	worker, app []edge.Module
}

func buildWorkers(ctx context.Context) (*workers, error) {
	dir, err := os.MkdirTemp("", "svc-bench-project-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.MkdirAll(filepath.Join(dir, "src", "workers"), 0o700); err != nil {
		return nil, err
	}
	config, file := "svc.config.ts", "src/workers/main.ts"
	for name, text := range map[string]string{config: configSource, file: workerSource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	loaded, err := project.Load(ctx, project.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	output, err := build.Build(ctx, build.Options{Dir: dir, Profile: platform.DefaultProfile, Project: loaded})
	if err != nil {
		return nil, err
	}
	built := &workers{}
	for _, script := range output.Scripts {
		if script.Worker == "" {
			built.app = script.Modules
		} else {
			built.worker = script.Modules
		}
	}
	return built, nil
}

// config runs both sides, and the app worker whose actors take the records.
func (w *workers) config(folder string) workerd.Config {
	p := edge.Project{
		App: appService, StaticAuth: true, Workers: []string{"main"}, Script: func(string) string { return workerService },
	}
	app := service(appService, w.app, edge.AppBindings(p))
	app.Actors = edge.ActorClasses()
	return workerd.Config{
		CompatibilityDate: platform.CompatibilityDate, Disk: folder,
		PlainLog: true, // the platform takes lines as they are, too
		Services: []workerd.Service{
			service(workerService, w.worker, edge.WorkerBindings(p)), app,
			{
				Name: bareService, Modules: []workerd.Module{{Name: edge.MainModule, Text: []byte(bareModule)}},
				Bindings: []workerd.Binding{{Name: "CRM_CLIENT_SECRET", Text: secret}},
			},
		},
	}
}

func service(name string, modules []edge.Module, bindings []edge.Binding) workerd.Service {
	s := workerd.Service{Name: name}
	for _, m := range modules {
		s.Modules = append(s.Modules, workerd.Module{Name: m.Name, Text: m.Text})
	}
	for _, b := range bindings {
		switch b.Kind {
		case edge.Secret, edge.Var:
			s.Bindings = append(s.Bindings, workerd.Binding{Name: b.Name, Text: secret})
		case edge.Actors:
			s.Bindings = append(s.Bindings, workerd.Binding{Name: b.Name, Class: b.Class, Service: b.Script})
		case edge.Service:
			s.Bindings = append(s.Bindings, workerd.Binding{Name: b.Name, Service: b.Script, Entrypoint: b.Entrypoint})
		}
	}
	return s
}
