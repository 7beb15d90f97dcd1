import { Isolate } from '../crm/gate/isolate.ts';
import { normalizeRateLimits } from '../manifest/rate-limits.ts';
import type { Capability, WorkerDefinitions, WorkerParts } from '../protocol/request-context.ts';

/** Indexes a worker's capabilities. Called once, when its module loads. */
export function workerDefinitions(parts: WorkerParts): WorkerDefinitions {
  const { capabilities } = parts.worker;
  function byId<K extends Capability['kind']>(kind: K): Map<string, Extract<Capability, { kind: K }>> {
    const found = capabilities.filter((one): one is Extract<Capability, { kind: K }> => one.kind === kind);
    return new Map(found.map((one) => [one.id, one]));
  }
  const syncs = byId('sync');
  const sources = Array.from(syncs.values(), ({ source }) => source);
  const pushSources = sources.filter((source) => source?.mode === 'push');
  return {
    ...parts,
    tools: byId('tool'),
    cardBackends: byId('cardBackend'),
    triggers: byId('trigger'),
    syncs,
    pushSources: new Map(pushSources.map((source) => [source.name, source])),
    rateLimits: normalizeRateLimits(parts.app.rateLimits),
    isolate: new Isolate(),
  };
}
