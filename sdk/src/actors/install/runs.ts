/**
 * Runs of the install's syncs: one at a time for each sync, each with a record that says how it ended. A sync is named
 * by its worker and its id, which another worker may have too.
 *
 * Keys: `run/now/<worker>/<sync>` is the run that holds the lease, `run/log/<worker>/<sync>/<start>-<id>` its record and
 * those before it. Due: `runLease`, with worker and sync, when a lease is over.
 */

import { ActorError } from '../actor.ts';
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

/** Who runs, and until when nobody else may. */
interface Lease {
  readonly record: string;
  readonly until: number;
}

/** How many runs of a sync are remembered; the oldest are dropped. */
export const RUNS_KEPT = 50;

/** Longest message of a run that is kept, in UTF-16 units. */
const MAX_MESSAGE = 2000;

const LEASE_ENDS = 'runLease';

export function runs(state: ActorState): ActorPart {
  const { store } = state;

  /** The run that holds the sync's lease now; one whose lease is over was left by a worker that is gone. */
  function running(of: string): SyncRun | undefined {
    const lease = store.get<Lease>(leaseKey(of));
    if (lease === undefined) {
      return undefined;
    }
    if (lease.until > state.now()) {
      return store.get<SyncRun>(lease.record);
    }
    end(of, lease.record, 'failed', { message: 'the run did not end within its time: its worker is gone' });
    return undefined;
  }

  function end(of: string, record: string, status: SyncRunStatus, more: Pick<SyncRun, 'message' | 'waitsUntil'>): void {
    const run = store.get<SyncRun>(record);
    store.transaction(() => {
      if (run !== undefined) {
        store.put(record, { ...run, status, endedAt: state.now(), ...more });
      }
      store.delete(leaseKey(of));
    });
    state.due.set(LEASE_ENDS, of, null);
  }

  return {
    methods: {
      runStart(args) {
        const { worker, sync, id, leaseMs } = args as SyncName & { readonly id: string; readonly leaseMs: number };
        const of = nameOf(worker, sync);
        const current = running(of);
        if (current?.id === id) {
          return current; // the same call again: its answer was lost
        }
        if (current !== undefined) {
          throw new ActorError('sync_already_running', `the sync ${JSON.stringify(sync)} is running`);
        }
        const startedAt = state.now();
        const run: SyncRun = { id, worker, sync, status: 'running', startedAt };
        const record = `${logPrefix(of)}${String(startedAt).padStart(15, '0')}-${id}`;
        store.transaction(() => {
          store.put(record, run);
          store.put(leaseKey(of), { record, until: startedAt + leaseMs } satisfies Lease);
          const log = store.list<SyncRun>({ prefix: logPrefix(of) });
          log.slice(0, -RUNS_KEPT).forEach(([key]) => store.delete(key));
        });
        state.due.set(LEASE_ENDS, of, startedAt + leaseMs);
        return run;
      },
      runEnd(args) {
        const { worker, sync, id, status, message, waitsUntil } = args as SyncRun;
        const of = nameOf(worker, sync);
        const lease = store.get<Lease>(leaseKey(of));
        if (lease?.record.endsWith(`-${id}`) !== true) {
          return; // it lost its lease: what it says now is about a run that has been written off
        }
        end(of, lease.record, status, {
          ...(message !== undefined && { message: message.slice(0, MAX_MESSAGE) }),
          ...(waitsUntil !== undefined && { waitsUntil }),
        });
      },
      runList(args) {
        const { worker, sync } = args as SyncName;
        const of = nameOf(worker, sync);
        running(of);
        return store.list<SyncRun>({ prefix: logPrefix(of) }).map(([, run]) => run).reverse();
      },
    },
    due: {
      [LEASE_ENDS]: (of) => void running(of),
    },
  };
}

/** Ids are any text: escaped, one sync's keys never begin with those of another. */
const nameOf = (worker: string, sync: string) => `${encodeURIComponent(worker)}/${encodeURIComponent(sync)}`;
const leaseKey = (of: string) => `run/now/${of}`;
const logPrefix = (of: string) => `run/log/${of}/`;
