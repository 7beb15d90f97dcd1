/**
 * The state of one sync. Only the step with the newest fencing token may write it.
 *
 * Keys: `sync/<worker>/<sync>`, `sync-calls/<worker>/<sync>` the last calls of a step and their results,
 * `run/log/<worker>/<sync>/<start>-<id>` the records of its runs.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { Grant, KeptPage, SyncName, SyncPhase, SyncRun } from '../../protocol/sync.ts';
import { runOnce } from '../core/once.ts';
import type { CycleMark } from './cycle.ts';

export interface SyncState {
  /** The cursor of the next page. It moves when the rows before it are written to the CRM. */
  readonly cursor?: string;
  /** The fencing token of the newest step. */
  readonly fence: number;
  /** The active run. */
  readonly run?: ActiveRun;
  /** Whether another run follows, since one was requested during the active run. */
  readonly again?: true;
  /** The time of the newest tick of its schedule. */
  readonly tick?: number;
  /** When it last succeeded, or was first to run, in milliseconds since the epoch. */
  readonly since?: number;
  /** A page whose rows are stored in `stage/` until they are written to the CRM. */
  readonly page?: KeptPage;
  /** When posted rows were first found that no run takes (see stranded.ts). */
  readonly strandedSince?: number | undefined;
  /** A page with missing parts. */
  readonly arriving?: { readonly chunks: number };
}

/** A run that has not ended. */
export interface ActiveRun {
  readonly id: string;
  /** The key of its record. */
  readonly record: string;
  readonly phase: SyncPhase;
  /** The end of a worker's lease, in milliseconds since the epoch. Absent if no worker holds the run. */
  readonly heldUntil?: number;
  /** The process of that worker, if the actor knows it. */
  readonly process?: string;
  /** Transient failures since the last progress. A stored member, so its name stays. */
  readonly stumbles: number;
  /** Detects repeated cursors. */
  readonly cycle?: CycleMark;
  /** Pages without rows since the last page with rows. */
  readonly emptyPages?: number;
}

/** Escapes the ids, so that keys of one sync never match another's prefix. */
export const nameOf = ({ worker, sync }: SyncName): string =>
  `${encodeURIComponent(worker)}/${encodeURIComponent(sync)}`;

export const SYNC = 'sync/';

/** The purpose in the due table. */
export const SYNC_DUE = 'sync';
export const dueDetail = ({ worker, sync }: SyncName): string => JSON.stringify([worker, sync]);

export const logPrefix = (of: string): string => `run/log/${of}/`;

export function syncState(store: ActorStore, of: string): SyncState {
  return store.get<SyncState>(SYNC + of) ?? { fence: 0 };
}

/** Stores the state. Members that are undefined are removed. */
export function putSync(store: ActorStore, of: string, state: SyncState): void {
  store.put(SYNC + of, state);
}

/** The purpose of reporting a sync's metrics to the project's actor. */
export const SYNC_NEWS = 'syncNews';

/** Identifies the step that makes a call. */
export type Holder = Pick<Grant, 'worker' | 'sync' | 'run' | 'fence'>;

/** Returns the state of a sync that the caller holds. Throws `stale_run` if the caller has lost its lease. */
export function heldBy(store: ActorStore, holder: Holder): { of: string; state: SyncState; run: ActiveRun } {
  const of = nameOf(holder);
  const state = syncState(store, of);
  const { run, fence } = state;
  if (run === undefined || run.id !== holder.run) {
    throw staleRun(holder, 'the run has ended, because its install was erased or another step ended it');
  }
  if (run.heldUntil === undefined || fence !== holder.fence) {
    throw staleRun(holder, 'it took too long, and another step has taken over');
  }
  return { of, state, run };
}

function staleRun({ sync }: Holder, why: string): ActorError {
  return new ActorError('stale_run', `cannot continue the step of the sync ${JSON.stringify(sync)}: ${why}`);
}

/** A call of a step with an idempotency key: it is repeated if its response is lost. */
export interface OneCall extends Holder {
  /** The idempotency key. */
  readonly call: string;
}

const CALLS = 'sync-calls/';

/** Runs a call of the step that holds the run, once. */
export function once<T>(store: ActorStore, call: OneCall, run: (held: ReturnType<typeof heldBy>) => T): T {
  return onceNamed(store, nameOf(call), call.call, () => run(heldBy(store, call)));
}

/** Runs a call about the sync `of` once. */
export function onceNamed<T>(store: ActorStore, of: string, call: string, run: () => T): T {
  return runOnce(store, CALLS + of, call, run);
}

/** Returns the state after a step that did not report the writes of its chunks. */
export function withReconcile({ page, ...state }: SyncState): SyncState {
  return page === undefined ? state : { ...state, page: { ...page, isUnsure: true } };
}

/** Updates the record of a run. */
export function noteRun(store: ActorStore, record: string, more: Partial<SyncRun>): void {
  const run = store.get<SyncRun>(record);
  if (run !== undefined) {
    store.put(record, { ...run, ...more });
  }
}
