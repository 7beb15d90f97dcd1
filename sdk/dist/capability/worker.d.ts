import type { WorkerManifest } from '../manifest/manifest.ts';
import type { CapabilityDefinition, NamedCapabilities } from './capability.ts';
import { cardBackend } from './card-backend.ts';
import { sync } from './sync.ts';
import { type tool } from './tool.ts';
import { trigger } from './trigger.ts';
/** The options of `defineWorker`. */
export interface WorkerOptions {
    /** Capabilities built elsewhere. Default: none. */
    readonly use?: readonly CapabilityDefinition[];
}
/** A worker: the default export of a file in `src/workers/`. */
export interface WorkerDefinition extends NamedCapabilities {
    /** Always `worker`. */
    readonly kind: 'worker';
    /** Builds and registers a workflow action, which can also be a tool of agents. */
    readonly tool: typeof tool;
    /** Another name for `tool`. */
    readonly action: typeof tool;
    /** Builds and registers the backend of a card. */
    readonly cardBackend: typeof cardBackend;
    /** Builds and registers a handler of the CRM's webhooks. */
    readonly trigger: typeof trigger;
    /** Builds and registers a sync. Throws `ScheduleValidationError` when its schedule has no accepted form. */
    readonly sync: typeof sync;
    /** Registers capabilities built elsewhere. Throws `DeclarationError` for any other value. */
    use(...capabilities: readonly CapabilityDefinition[]): WorkerDefinition;
    /** Returns the deploy manifest. Throws when two capabilities of one kind share an id, or a field type is unknown. */
    manifest(): WorkerManifest;
}
/**
 * Declares a named worker. Add capabilities with its methods, or pass capabilities built elsewhere as `use`. Export it as
 * the default of a file in `src/workers/`, one worker per file.
 *
 * @param name lower-case letters, digits and hyphens; the edge script `<app>-<name>` has at most 54 characters
 * @throws {DeclarationError} when the name is not a string, or for the removed callback form
 * @example
 * import { defineWorker } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 *
 * worker.cardBackend('open-invoices', {
 *   objectTypes: ['company'],
 *   handler: (ctx) => ctx.store.list('invoice:', { limit: 20 }),
 * });
 *
 * export default worker;
 */
export declare function defineWorker(name: string, options?: WorkerOptions): WorkerDefinition;
