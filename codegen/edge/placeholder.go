// This file holds what stands in for a user worker until its code is there: the app worker binds to user
// workers and they to the app worker's objects, so one of them must exist first.

package edge

// PlaceholderCode is the main module of a placeholder. It exports what the app worker binds, and answers 503.
const PlaceholderCode = `import { WorkerEntrypoint } from 'cloudflare:workers';
const body = JSON.stringify({ ok: false, error: 'not_configured', message: 'this worker is being deployed' });
export class ` + StepEntrypoint + ` extends WorkerEntrypoint {}
export default {
  fetch: () => new Response(body, { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '30' } }),
};
`

// Placeholder is the script that stands in for a script of this name.
func (s *Script) Placeholder() Script {
	return Script{Name: s.Name, Worker: s.Worker, CompatibilityDate: s.CompatibilityDate, Modules: []Module{
		{MainModule, []byte(PlaceholderCode)},
	}}
}
