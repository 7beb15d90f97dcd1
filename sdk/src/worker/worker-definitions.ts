import type { CardBackendDefinition } from '../capability/card-backend.ts';
import type { PushSourceDefinition } from '../capability/source.ts';
import type { SyncDefinition } from '../capability/sync.ts';
import type { ToolDefinition } from '../capability/tool.ts';
import type { TriggerDefinition } from '../capability/trigger.ts';
import { normalizeRateLimits } from '../manifest/rate-limits.ts';
import type { WorkerDefinitions, WorkerParts } from '../protocol/request-context.ts';

/** Indexes a worker's capabilities. Called once, when its module loads. */
export function workerDefinitions(parts: WorkerParts): WorkerDefinitions {
  const tools = new Map<string, ToolDefinition>();
  const cardBackends = new Map<string, CardBackendDefinition>();
  const triggers = new Map<string, TriggerDefinition>();
  const syncs = new Map<string, SyncDefinition>();
  const pushSources = new Map<string, PushSourceDefinition>();
  for (const capability of parts.worker.capabilities) {
    switch (capability.kind) {
      case 'tool':
        tools.set(capability.id, capability);
        break;
      case 'cardBackend':
        cardBackends.set(capability.id, capability);
        break;
      case 'trigger':
        triggers.set(capability.id, capability);
        break;
      case 'sync':
        syncs.set(capability.id, capability);
        if (capability.source?.mode === 'push') {
          pushSources.set(capability.source.name, capability.source);
        }
        break;
    }
  }
  return {
    ...parts,
    tools,
    cardBackends,
    triggers,
    syncs,
    pushSources,
    rateLimits: normalizeRateLimits(parts.app.rateLimits),
  };
}
