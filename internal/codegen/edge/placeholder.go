package edge

// PlaceholderCode is the main module of a placeholder, which reserves the name of a user worker. The app worker and the
// user workers bind to each other, so one of them must exist first. It responds with 503.
const PlaceholderCode = `import { WorkerEntrypoint } from 'cloudflare:workers';
const body = JSON.stringify({ ok: false, error: 'not_configured', message: 'this worker is being deployed' });
export class ` + StepEntrypoint + ` extends WorkerEntrypoint {}
export default {
  fetch: () => new Response(body, { status: 503, headers: { ` +
	`'content-type': 'application/json', 'retry-after': '30' } }),
};
`

// Placeholder returns a placeholder for the script.
func (s *Script) Placeholder() Script {
	return Script{Name: s.Name, Worker: s.Worker, CompatibilityDate: s.CompatibilityDate, Modules: []Module{
		{MainModule, []byte(PlaceholderCode)},
	}}
}
