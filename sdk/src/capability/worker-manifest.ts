import type { AppObjectDefinition } from '../declare/app-object.ts';
import { type CapabilityBillingDeclaration, normalizeCapabilityBilling } from '../declare/billing.ts';
import { defined, inputFields, outputFields } from '../manifest/field-manifest.ts';
import type {
  CapabilityManifest,
  CardBackendManifest,
  SourceManifest,
  SyncManifest,
  ToolAgentManifest,
  ToolManifest,
  TriggerManifest,
  WorkerManifest,
} from '../manifest/manifest.ts';
import type { CapabilityDefinition, NamedCapabilities } from './capability.ts';
import type { CardBackendDefinition } from './card-backend.ts';
import type { SourceDefinition } from './source.ts';
import { isDefaultSyncHandler, type SyncDefinition } from './sync.ts';
import type { ToolAgent, ToolDefinition } from './tool.ts';
import type { TriggerDefinition } from './trigger.ts';

/** The name of each kind in messages. */
const WORDS = { tool: 'tool or action', cardBackend: 'card backend', trigger: 'trigger', sync: 'sync' } as const;

/** @throws {Error} when two capabilities of one kind share an id */
export function workerManifest(worker: NamedCapabilities): WorkerManifest {
  const seen = new Set<string>();
  for (const { kind, id } of worker.capabilities) {
    const key = `${kind} ${id}`;
    if (seen.has(key)) {
      throw new Error(
        `duplicate ${WORDS[kind]} "${id}" in worker "${worker.name}": ids must be unique per kind, ` +
          'and tools and actions are one kind; rename one',
      );
    }
    seen.add(key);
  }
  return {
    name: worker.name,
    capabilities: worker.capabilities.map((one) => MANIFESTS[one.kind](one as never)),
    sources: sources(worker.capabilities),
  };
}

/** The conversion of each kind. */
const MANIFESTS: { readonly [K in CapabilityDefinition['kind']]: (definition: never) => CapabilityManifest } = {
  tool: toolManifest,
  cardBackend: cardBackendManifest,
  trigger: triggerManifest,
  sync: syncManifest,
};

function billing(declared: CapabilityBillingDeclaration | undefined) {
  return declared === undefined ? undefined : normalizeCapabilityBilling(declared);
}

/** Returns the name of an object type, which is the id of an app object. */
function objectTypeName(type: string | AppObjectDefinition): string {
  return typeof type === 'string' ? type : type.id;
}

function toolManifest(tool: ToolDefinition): ToolManifest {
  const { kind, id, label, description, objectType, objectTypes, uid, cardContent, published, agent } = tool;
  return defined({
    kind,
    id,
    label,
    description,
    objectType,
    objectTypes: objectTypes && [...objectTypes],
    uid,
    cardContent,
    published,
    input: inputFields(tool.input),
    output: outputFields(tool.output),
    agent: agent && agentManifest(agent),
    billing: billing(tool.billing),
  });
}

function agentManifest({ description, expose, toolType, component, uid }: ToolAgent): ToolAgentManifest {
  return defined({ description, expose: [...expose], toolType, component, uid });
}

function cardBackendManifest(backend: CardBackendDefinition): CardBackendManifest {
  const { kind, id, label } = backend;
  return defined({
    kind,
    id,
    label,
    objectTypes: (backend.objectTypes ?? []).map(objectTypeName),
    input: inputFields(backend.input),
    output: outputFields(backend.output),
    billing: billing(backend.billing),
  });
}

function triggerManifest(trigger: TriggerDefinition): TriggerManifest {
  const { kind, id, label, eventType, dedup } = trigger;
  return defined({ kind, id, label, eventType, dedup: dedup ?? 'best-effort', billing: billing(trigger.billing) });
}

function syncManifest(sync: SyncDefinition): SyncManifest {
  const { kind, id, label, into, idProperty, schema, manageSchema } = sync;
  return defined({
    kind,
    id,
    label,
    schedule: sync.normalizedSchedule,
    source: sync.source?.name,
    into: into === undefined ? undefined : objectTypeName(into),
    idProperty,
    schema: schema && { ...schema },
    manageSchema: manageSchema ?? false,
    defaultHandler: isDefaultSyncHandler(sync.handler),
    billing: billing(sync.billing),
  });
}

function sources(capabilities: readonly CapabilityDefinition[]): SourceManifest[] {
  const byName = new Map<string, SourceDefinition>();
  for (const one of capabilities) {
    if (one.kind === 'sync' && one.source !== undefined && !byName.has(one.source.name)) {
      byName.set(one.source.name, one.source);
    }
  }
  return [...byName.values()].map((source) =>
    defined({
      name: source.name,
      mode: source.mode,
      auth: source.auth && { type: source.auth.type },
      webhookPath: source.mode === 'push' ? source.webhookPath : undefined,
    }),
  );
}
