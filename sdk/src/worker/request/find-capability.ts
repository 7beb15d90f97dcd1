/** Finds the capability that a request names. */

import type { CardBackendDefinition } from '../../capability/card-backend.ts';
import type { ToolDefinition } from '../../capability/tool.ts';
import { RouteError } from '../../platform/errors.ts';
import type { WorkerDefinitions } from '../../protocol/request-context.ts';

const NAMES = { tools: 'tool', cardBackends: 'card backend', triggers: 'trigger', syncs: 'sync' } as const;

type Kind = keyof typeof NAMES;

/** A capability of one kind. */
export type CapabilityOf<K extends Kind> = NonNullable<ReturnType<WorkerDefinitions[K]['get']>>;

/** Returns the capability of one kind. @throws RouteError 404 `unknown_capability` */
export function capabilityOf<K extends Kind>(worker: WorkerDefinitions, kind: K, id: string): CapabilityOf<K> {
  const found = worker[kind].get(id);
  if (found === undefined) {
    throw unknown(NAMES[kind], id);
  }
  return found as CapabilityOf<K>;
}

/** Returns the tool or card backend of an id. `kind` is required only if both have the id. */
export function toolOrCard(
  worker: WorkerDefinitions,
  id: string,
  kind: string | null,
): ToolDefinition | CardBackendDefinition {
  if (kind !== null && kind !== 'tool' && kind !== 'cardBackend') {
    throw new RouteError('invalid_input', 'kind must be tool or cardBackend', { capabilityId: id, field: 'kind' });
  }
  const tool = kind === 'cardBackend' ? undefined : worker.tools.get(id);
  const cardBackend = kind === 'tool' ? undefined : worker.cardBackends.get(id);
  if (tool !== undefined && cardBackend !== undefined) {
    const message = `${JSON.stringify(id)} is both a tool and a card backend; add ?kind=tool or ?kind=cardBackend`;
    throw new RouteError('ambiguous_capability', message, { capabilityId: id, kinds: ['tool', 'cardBackend'] });
  }
  const found = tool ?? cardBackend;
  if (found === undefined) {
    throw unknown(kind === null ? 'tool or card backend' : kind === 'tool' ? 'tool' : 'card backend', id);
  }
  return found;
}

function unknown(what: string, id: string): RouteError {
  return new RouteError('unknown_capability', `this worker has no ${what} ${JSON.stringify(id)}`, { capabilityId: id });
}
