/** Request in, response out: finds the route, reads the body, verifies the sender, and answers errors with their body. */

import { authenticate } from './auth/authenticate.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import { readBody } from './body.ts';
import { describeThrown } from './checkpoint.ts';
import { Refusal } from './errors.ts';
import type { Bindings, Host } from './host.ts';
import { card } from './routes/card.ts';
import { health } from './routes/health.ts';
import { invoke } from './routes/invoke.ts';
import { manifest } from './routes/manifest.ts';
import type { Route } from './routes/route.ts';
import { workflowAction } from './routes/workflow-action.ts';
import { makeSite, type Place, type WorkerParts } from './site.ts';

/** Every route of a worker. */
const ROUTES: readonly Route[] = [health, manifest, invoke, workflowAction, card];

/** A worker that a host can serve. */
export interface ServedWorker {
  /** Answers a request; never rejects. */
  fetch(request: Request, env: Bindings, context: { readonly host: Host }): Promise<Response>;
}

/** Makes the worker that a generated entry exports by default. */
export function createWorker(parts: WorkerParts): ServedWorker {
  const site = makeSite(parts);
  return {
    async fetch(request, env, { host }) {
      const place: Place = { site, env, host };
      try {
        return await serve(place, request);
      } catch (error) {
        return (error instanceof Refusal ? error : internalError(place, error)).response();
      }
    },
  };
}

async function serve(place: Place, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const { route, id } = findRoute(request.method, url.pathname);
  const raw: RawRequest = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: await readBody(request),
  };
  await authenticate(route.authentication, raw, place);
  return route.handle({ ...place, request: raw, url, id });
}

function findRoute(method: string, path: string): { readonly route: Route; readonly id: string } {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (match !== null) {
      if (route.method !== method) {
        throw new Refusal('method_not_allowed', `${path} takes ${route.method} only`, {}, { allow: route.method });
      }
      return { route, id: decodeId(match[1] ?? '') };
    }
  }
  throw new Refusal('not_found', 'there is no such route');
}

function decodeId(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal('not_found', 'there is no such route'); // an escape that is no UTF-8 cannot be an id
  }
}

/** A fault of the runtime or of what it stands on: reported to the host, and nothing of it to the caller. */
function internalError({ site, host }: Place, error: unknown): Refusal {
  const worker = site.worker.name;
  host.observe({
    type: 'error',
    invocation: crypto.randomUUID(),
    worker,
    capabilityId: null,
    kind: null,
    ...describeThrown(error),
  });
  return new Refusal('internal_error', 'the request could not be served; the log of the worker has the error');
}
