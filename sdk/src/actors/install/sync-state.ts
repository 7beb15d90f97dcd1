/**
 * What the install's actor knows of one sync, and who may write it: the step with the newest fencing token.
 *
 * Keys: `sync/<worker>/<sync>`; `sync-calls/<worker>/<sync>` the last calls of a step and their answers; `run/log/<worker>/<sync>/<start>-<id>`, the records of its runs.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { Grant, KeptPage, SyncName, SyncPhase, SyncRun } from '../../protocol/sync.ts';
import type { CycleMark } from './cycle.ts';

export interface SyncState {
  /** Where the next page begins. It moves when the rows before it are in the CRM. */
  readonly cursor?: string;
  /** Of the newest step. */
  readonly fence: number;
  /** The run that has not ended. */
  readonly run?: ActiveRun;
  /** Something asked for a run while one was on its way: another one follows. */
  readonly again?: true;
  /** The time of the newest tick of its schedule that it was called for. */
  readonly tick?: number;
  /** When it last succeeded, or was first to run, in milliseconds since the epoch. */
  readonly since?: number;
  /** A page whose rows are kept in `stage/` until they are in the CRM. */
  readonly page?: KeptPage;
  /** A page of which not all parts have come. */
  readonly arriving?: { readonly chunks: number };
}

/** The run on its way. */
export interface ActiveRun {
  readonly id: string;
  /** The key of its record. */
  readonly record: string;
  readonly phase: SyncPhase;
  /** A worker has it until then, in milliseconds since the epoch; nobody has when it is left out. */
  readonly heldUntil?: number;
  /** The process in which that worker is, where the actor knows. */
  readonly process?: string;
  /** How often it has stumbled since it last got anything done. */
  readonly stumbles: number;
  /** What finds a source that goes round in circles. */
  readonly cycle?: CycleMark;
}

/** Ids are any text: escaped, one sync's keys never begin with those of another. */
export const nameOf = ({ worker, sync }: SyncName): string =>
  `${encodeURIComponent(worker)}/${encodeURIComponent(sync)}`;

export const SYNC = 'sync/';

/** The purpose in the due-table, and what it is said with. */
export const SYNC_DUE = 'sync';
export const dueDetail = ({ worker, sync }: SyncName): string => JSON.stringify([worker, sync]);

export const logPrefix = (of: string): string => `run/log/${of}/`;

export function syncState(store: ActorStore, of: string): SyncState {
  return store.get<SyncState>(SYNC + of) ?? { fence: 0 };
}

/** Members that are undefined are taken away. */
export function putSync(store: ActorStore, of: string, state: SyncState): void {
  store.put(SYNC + of, state);
}

/** Has the project told what alert rules ask about the sync. */
export const SYNC_NEWS = 'syncNews';

/** Who a call says that it is. */
export type Holder = Pick<Grant, 'worker' | 'sync' | 'run' | 'fence'>;

/** The state of a sync that the caller holds. Whoever lost it, because it took too long, may write nothing any more. */
export function heldBy(store: ActorStore, holder: Holder): { of: string; state: SyncState; run: ActiveRun } {
  const of = nameOf(holder);
  const state = syncState(store, of);
  const { run, fence } = state;
  if (run === undefined || run.heldUntil === undefined || run.id !== holder.run || fence !== holder.fence) {
    throw new ActorError(
      'stale_run',
      `the run of the sync ${JSON.stringify(holder.sync)} took too long: another step has taken over`,
    );
  }
  return { of, state, run };
}

/** A call of a step that is made once, however often it comes: an answer may be lost on its way. */
export interface OneCall extends Holder {
  /** Tells the call apart from all others. */
  readonly call: string;
}

interface MadeCall {
  readonly call: string;
  readonly answer: unknown;
}

const CALLS = 'sync-calls/';

/** How many calls are remembered: more than one lane of a step makes while another waits for an answer. */
const CALLS_KEPT = 32;

/** Does what the call is for in one transaction; for one of the last calls, gives the answer that it had. */
export function once<T>(store: ActorStore, call: OneCall, run: (held: ReturnType<typeof heldBy>) => T): T {
  const key = CALLS + nameOf(call);
  const made = store.get<MadeCall[]>(key) ?? [];
  const before = made.find((one) => one.call === call.call);
  if (before !== undefined) {
    return before.answer as T;
  }
  return store.transaction(() => {
    const answer = run(heldBy(store, call));
    store.put(key, [...made.slice(1 - CALLS_KEPT), { call: call.call, answer: answer ?? null } satisfies MadeCall]);
    return answer;
  });
}

/** The state after a step that did not say what became of its chunks. */
export function unsure({ page, ...state }: SyncState): SyncState {
  return page === undefined ? state : { ...state, page: { ...page, isUnsure: true } };
}

/** Writes into the record of the run. */
export function noteRun(store: ActorStore, record: string, more: Partial<SyncRun>): void {
  const run = store.get<SyncRun>(record);
  if (run !== undefined) {
    store.put(record, { ...run, ...more });
  }
}
