/** Every kind of capability. */
import type { CardBackendDefinition } from './card-backend.ts';
import type { SyncDefinition } from './sync.ts';
import type { ToolDefinition } from './tool.ts';
import type { TriggerDefinition } from './trigger.ts';
/** Anything that can stand on a worker, whatever its fields are. */
export type CapabilityDefinition = ToolDefinition | CardBackendDefinition | TriggerDefinition | SyncDefinition;
/** What a worker's manifest is made from. */
export interface NamedCapabilities {
    readonly name: string;
    /** In order of registration. */
    readonly capabilities: readonly CapabilityDefinition[];
}
