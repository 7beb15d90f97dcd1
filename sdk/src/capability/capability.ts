import type { CardBackendDefinition } from './card-backend.ts';
import type { SyncDefinition } from './sync.ts';
import type { ToolDefinition } from './tool.ts';
import type { TriggerDefinition } from './trigger.ts';

/** A capability of a worker: a tool, card backend, trigger or sync. */
export type CapabilityDefinition = ToolDefinition | CardBackendDefinition | TriggerDefinition | SyncDefinition;

/** A name and the capabilities registered under it. */
export interface NamedCapabilities {
  /** The worker's name. */
  readonly name: string;
  /** Capabilities in order of registration. */
  readonly capabilities: readonly CapabilityDefinition[];
}
