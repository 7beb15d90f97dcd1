/** What a worker is made of, prepared once when its module loads. */

import type { AppDefinition } from '../declare/app.ts';
import type { CardBackendDefinition } from '../declare/card-backend.ts';
import type { ToolDefinition } from '../declare/tool.ts';
import type { WorkerDefinition } from '../declare/worker.ts';
import type { VendorProfile } from '../profiles/profile.ts';
import type { Bindings, Host } from './host.ts';

/** What the runtime takes from a vendor profile. */
export type RuntimeProfile = Pick<
  VendorProfile,
  'headerPrefix' | 'executionStateKey' | 'retryAfterUnit' | 'apiOrigin' | 'paths'
>;

/** The argument of `createWorker`. */
export interface WorkerParts {
  readonly app: AppDefinition;
  readonly worker: WorkerDefinition;
  readonly profile: RuntimeProfile;
}

/** A capability that a request can run. */
export type Capability = ToolDefinition | CardBackendDefinition;

/** The parts of a worker, its capabilities by kind and id. */
export interface Site extends WorkerParts {
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly cardBackends: ReadonlyMap<string, CardBackendDefinition>;
}

/** Where a request is served: the worker, its bindings and the platform below. */
export interface Place {
  readonly site: Site;
  readonly env: Bindings;
  readonly host: Host;
}

export function makeSite(parts: WorkerParts): Site {
  const tools = new Map<string, ToolDefinition>();
  const cardBackends = new Map<string, CardBackendDefinition>();
  for (const capability of parts.worker.capabilities) {
    if (capability.kind === 'tool') {
      tools.set(capability.id, capability);
    } else if (capability.kind === 'cardBackend') {
      cardBackends.set(capability.id, capability);
    }
  }
  return { ...parts, tools, cardBackends };
}
