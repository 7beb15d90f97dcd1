/** Syncs: scheduled, pushed or hand-started work that brings rows into the CRM. */
import type { SyncHandlerContext } from '../context/handler.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { CapabilityBillingDeclaration } from './billing.ts';
import { type ActionResult } from './result.ts';
import { type NormalizedSyncSchedule } from './schedule.ts';
import type { PullSourceDefinition, PushSourceDefinition, SourceDefinition } from './source.ts';
/** What the handler of a sync may return. Nothing counts as `ok()`. */
export type SyncReturn = ActionResult | void | Promise<ActionResult | void>;
interface SyncBase {
    readonly label?: string;
    /** `5m`, `6h`, `1d`, a five-field cron expression (UTC), `event` or `manual`. Exact or rejected, never rounded. */
    readonly schedule: string;
    /** Where rows go: a CRM object type, or an app object of this app (or its id). */
    readonly into?: string | AppObjectDefinition;
    /** Name of a source's field to name of the destination's property. */
    readonly schema?: Readonly<Record<string, string>>;
    /** Whether the sync creates what is missing: nothing, properties, or object and properties. Default: false. */
    readonly manageSchema?: false | 'properties' | 'full';
    readonly billing?: CapabilityBillingDeclaration;
}
/** The options of `worker.sync(id, …)`. */
export interface SyncOptions extends SyncBase {
    /** The unique property of `into` that each row's key is written to. */
    readonly idProperty?: string;
    handler(ctx: SyncHandlerContext): SyncReturn;
}
/** The options of `worker.sync(source, …)`. */
export interface SourceSyncOptions extends SyncBase {
    /** Default: the source's name. */
    readonly id?: string;
    /** The unique property of `into` that each row's key is written to; a run without it is refused. */
    readonly idProperty: string;
    /** Runs after the rows are in. Default: reports success. */
    handler?(ctx: SyncHandlerContext): SyncReturn;
}
/** A declared sync. */
export interface SyncDefinition extends SyncBase {
    readonly kind: 'sync';
    readonly id: string;
    readonly idProperty?: string;
    readonly source?: PullSourceDefinition | PushSourceDefinition;
    readonly normalizedSchedule: NormalizedSyncSchedule;
    handler(ctx: SyncHandlerContext): SyncReturn;
}
/** Whether a sync's handler (or a sync) is the default one, that of a source-backed sync that declares none. */
export declare function isDefaultSyncHandler(value: unknown): boolean;
/**
 * Builds a sync without registering it; `worker.sync` builds and registers in one go. Throws `ScheduleValidationError`
 * when its schedule fits no accepted form.
 */
export declare function sync(id: string, options: SyncOptions): SyncDefinition;
/** Builds the sync of a source; its id defaults to the source's name. Throws like the other form. */
export declare function sync(source: SourceDefinition, options: SourceSyncOptions): SyncDefinition;
export {};
