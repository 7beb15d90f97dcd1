/**
 * Runs of the install's syncs: one at a time for each sync, each with a record that says how it ended. A sync is named
 * by its worker and its id, which another worker may have too.
 *
 * Keys: `run/now/<worker>/<sync>` is the run that holds the lease, `run/log/<worker>/<sync>/<start>-<id>` its record and
 * those before it. Due: `runLease`, with worker and sync, when a lease is over.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
/** `waiting`: for the CRM's budget, or because the handler asked to be called again. */
export type SyncRunStatus = 'running' | 'waiting' | 'succeeded' | 'succeeded_with_poison' | 'failed' | 'cancelled';
/** A sync of the project. */
export interface SyncName {
    readonly worker: string;
    readonly sync: string;
}
/** One run. */
export interface SyncRun extends SyncName {
    readonly id: string;
    readonly status: SyncRunStatus;
    /** Milliseconds since the epoch, as all times here. */
    readonly startedAt: number;
    readonly endedAt?: number;
    /** Why it did not succeed. */
    readonly message?: string;
    /** When a waiting run has a chance again. */
    readonly waitsUntil?: number;
}
/** How many runs of a sync are remembered; the oldest are dropped. */
export declare const RUNS_KEPT = 50;
export declare function runs(state: ActorState): ActorPart;
