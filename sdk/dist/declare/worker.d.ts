/** Workers: named code that holds capabilities. */
import type { WorkerManifest } from '../manifest.ts';
import { type CardBackendDefinition, cardBackend } from './card-backend.ts';
import { type SyncDefinition, sync } from './sync.ts';
import { type ToolDefinition, type tool } from './tool.ts';
import { type TriggerDefinition, trigger } from './trigger.ts';
/** Anything that can stand on a worker. */
export type CapabilityDefinition = ToolDefinition | CardBackendDefinition | TriggerDefinition | SyncDefinition;
/** What `use` takes: a capability whatever its fields are. */
export type AnyCapability = ToolDefinition<any, any> | CardBackendDefinition<any> | TriggerDefinition | SyncDefinition;
/** The options of `defineWorker`. */
export interface WorkerOptions {
    /** Capabilities that were built elsewhere. */
    readonly use?: readonly AnyCapability[];
}
/** A worker. It is the default export of a file in `src/workers/`. */
export interface WorkerDefinition {
    readonly kind: 'worker';
    readonly name: string;
    /** In order of registration. */
    readonly capabilities: readonly CapabilityDefinition[];
    /** Declares a workflow action, which can also be a tool of agents. */
    readonly tool: typeof tool;
    /** The same as `tool`. */
    readonly action: typeof tool;
    /** Declares the code behind a card. */
    readonly cardBackend: typeof cardBackend;
    /** Declares a handler of the CRM's webhooks. */
    readonly trigger: typeof trigger;
    /** Declares a sync. Throws `ScheduleValidationError` when its schedule fits no accepted form. */
    readonly sync: typeof sync;
    /** Registers capabilities that were built elsewhere. */
    use(...capabilities: readonly AnyCapability[]): WorkerDefinition;
    /** The deploy manifest. Throws when two capabilities of one kind share an id. */
    manifest(): WorkerManifest;
}
/**
 * Declares a named worker. Put capabilities on it with its methods, or pass those that were built elsewhere as `use`.
 * @param name fits a URL and a script name: lower-case letters, digits and hyphens
 */
export declare function defineWorker(name: string, options?: WorkerOptions): WorkerDefinition;
