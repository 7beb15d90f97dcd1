/** Workers: named code that holds capabilities. */
import type { WorkerManifest } from '../manifest.ts';
import type { CapabilityDefinition, NamedCapabilities } from './capability.ts';
import { cardBackend } from './card-backend.ts';
import { sync } from './sync.ts';
import { type tool } from './tool.ts';
import { trigger } from './trigger.ts';
/** The options of `defineWorker`. */
export interface WorkerOptions {
    /** Capabilities that were built elsewhere. */
    readonly use?: readonly CapabilityDefinition[];
}
/** A worker. It is the default export of a file in `src/workers/`. */
export interface WorkerDefinition extends NamedCapabilities {
    readonly kind: 'worker';
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
    /** Registers capabilities that were built elsewhere. Throws `DeclarationError` for anything else. */
    use(...capabilities: readonly CapabilityDefinition[]): WorkerDefinition;
    /** The deploy manifest. Throws when two capabilities of one kind share an id, and for an unknown field type. */
    manifest(): WorkerManifest;
}
/**
 * Declares a named worker. Put capabilities on it with its methods, or pass those that were built elsewhere as `use`.
 * Throws `DeclarationError` for the removed callback form, and for a name that is no string.
 * @param name fits a URL and a script name: lower-case letters, digits and hyphens
 */
export declare function defineWorker(name: string, options?: WorkerOptions): WorkerDefinition;
