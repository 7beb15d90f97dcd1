// The runs of capabilities, assembled from the observations of the runtime.

import type { Invocation } from './invocation.ts';
import type { CrmCall, Kind } from './types.ts';
import type { Span } from './waterfall.tsx';
import { spansOf } from './waterfall.tsx';

/** An observation (sdk/src/host/local.ts), or what the host adds to it (internal/devserver/host/trace.go). */
export type RuntimeRecord =
  | ({ readonly type: 'invocation'; readonly invocation: string } & RunHead)
  | ({ readonly type: 'crmCall'; readonly invocation: string } & CrmCall)
  | { readonly type: 'error'; readonly invocation: string; readonly name: string; readonly message: string }
  | { readonly type: 'failedInput' | 'actorError'; readonly invocation: string }
  | ({ readonly type: 'request'; readonly invocation: string } & RunRequest)
  | ({ readonly type: 'fetch'; readonly request: number } & Fetched);

interface RunHead {
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: Kind;
  readonly surface: string;
  readonly portalId: number | null;
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: string;
  readonly httpStatus: number;
  readonly backpressure: boolean;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
}

interface RunRequest {
  readonly request: number;
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

interface Fetched {
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly at: number;
}

/** One run. Without a head it has not ended. */
export interface Run {
  readonly id: string;
  head?: RunHead;
  request?: RunRequest;
  error?: string;
  readonly calls: CrmCall[];
  readonly fetches: Fetched[];
}

/** Requests outside the CRM of runs that have not ended, by request. */
const pending = new Map<number, Fetched[]>();

/** How many requests may be pending. Some never end a run: those of schedules and steps. */
const MAX_PENDING = 1_000;

/** Adds an observation to the runs. */
export function addRecord(runs: Map<string, Run>, record: RuntimeRecord): void {
  if (record.type === 'fetch') {
    pending.set(record.request, [...(pending.get(record.request) ?? []), record]);
    for (const first of pending.keys()) {
      if (pending.size <= MAX_PENDING) {
        break;
      }
      pending.delete(first);
    }
    return;
  }
  if (record.invocation === '' || record.type === 'actorError') {
    return;
  }
  const run = runs.get(record.invocation) ?? { id: record.invocation, calls: [], fetches: [] };
  runs.set(record.invocation, run);
  switch (record.type) {
    case 'invocation':
      run.head = record;
      break;
    case 'crmCall':
      run.calls.push(record);
      break;
    case 'error':
      run.error = `${record.name}: ${record.message}`;
      break;
    case 'request':
      run.request = record;
      run.fetches.push(...(pending.get(record.request) ?? []));
      pending.delete(record.request);
  }
}

/** Returns the bars of a run: its calls of the CRM and its other requests, by their start. */
export function spansOfRun({ head, calls, fetches }: Run): readonly Span[] {
  const others = fetches.map(({ method, url, ...rest }) => ({ method, path: url, waitMs: 0, family: '', ...rest }));
  const all = [...calls, ...others].sort((a, b) => a.at - a.waitMs - (b.at - b.waitMs));
  return spansOf(all, head?.at);
}

type Body = Readonly<Record<string, unknown>>;

/** The surface of --surface by that of a record. The other kinds have one surface. */
const SURFACES: Readonly<Record<string, string | undefined>> = {
  agent: 'agent',
  invoke: 'invoke',
  'batched-action': 'batched',
};

/** Returns the invocation that repeats a run; undefined if its request was too long to keep. */
export function invocationOf({ head, request }: Run): Invocation | undefined {
  if (head === undefined || request === undefined || (request.body === undefined && head.kind !== 'sync')) {
    return undefined;
  }
  const { worker, capabilityId: id, kind } = head;
  const surface = SURFACES[head.surface];
  const portalId = head.portalId ?? undefined;
  const install = portalId === undefined ? {} : { install: { portalId } };
  const same = { worker, id, kind, ...install, ...(surface !== undefined && { surface }) };
  const body = request.body as Body;
  if (head.surface === 'push') {
    const name = new URL(request.url).pathname.split('/').pop()!;
    return { worker, id: decodeURIComponent(name), kind: 'source', ...install, input: body };
  }
  switch (kind) {
    case 'trigger':
      return { ...same, input: body['events'] ?? body };
    case 'sync':
      return same;
    case 'cardBackend':
      return { ...same, input: body['input'] };
    default:
      return toolOf(same, head.surface === 'batched-action' ? ((body['inputs'] as Body[])?.[0] ?? {}) : body);
  }
}

/** Returns the invocation of a tool, from the request of a workflow, an agent or an operator. */
function toolOf(same: Invocation, body: Body): Invocation {
  const input = body['input'] ?? body['inputFields'] ?? body['fields'];
  const record = body['object'] as { objectId?: unknown; id?: unknown; objectType?: string } | undefined;
  if (record === undefined) {
    return { ...same, input };
  }
  return { ...same, input, object: { id: String(record.objectId ?? record.id), objectType: record.objectType } };
}
