/**
 * Runs of the install's syncs: one at a time for each sync, each with a record that says how it ended.
 *
 * Keys: `run/now/<sync>` is the run that holds the lease, `run/log/<sync>/<start>-<id>` its record and those before it.
 */

import { ActorError } from '../actor.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';

/** `waiting`: for the CRM's budget, or because the handler asked to be called again. */
export type SyncRunStatus = 'running' | 'waiting' | 'succeeded' | 'succeeded_with_poison' | 'failed' | 'cancelled';

/** One run. */
export interface SyncRun {
  readonly id: string;
  readonly sync: string;
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
  function running(sync: string): SyncRun | undefined {
    const lease = store.get<Lease>(leaseKey(sync));
    if (lease === undefined) {
      return undefined;
    }
    if (lease.until > state.now()) {
      return store.get<SyncRun>(lease.record);
    }
    end(sync, lease.record, 'failed', { message: 'the run did not end within its time: its worker is gone' });
    return undefined;
  }

  function end(sync: string, record: string, status: SyncRunStatus, more: Pick<SyncRun, 'message' | 'waitsUntil'>): void {
    const run = store.get<SyncRun>(record);
    store.transaction(() => {
      if (run !== undefined) {
        store.put(record, { ...run, status, endedAt: state.now(), ...more });
      }
      store.delete(leaseKey(sync));
    });
    state.due.set(LEASE_ENDS, sync, null);
  }

  return {
    methods: {
      runStart(args) {
        const { sync, id, leaseMs } = args as { sync: string; id: string; leaseMs: number };
        const current = running(sync);
        if (current?.id === id) {
          return current; // the same call again: its answer was lost
        }
        if (current !== undefined) {
          throw new ActorError('sync_already_running', `the sync ${JSON.stringify(sync)} is running`);
        }
        const startedAt = state.now();
        const run: SyncRun = { id, sync, status: 'running', startedAt };
        const record = `${logPrefix(sync)}${String(startedAt).padStart(15, '0')}-${id}`;
        store.transaction(() => {
          store.put(record, run);
          store.put(leaseKey(sync), { record, until: startedAt + leaseMs } satisfies Lease);
          const log = store.list<SyncRun>({ prefix: logPrefix(sync) });
          log.slice(0, -RUNS_KEPT).forEach(([key]) => store.delete(key));
        });
        state.due.set(LEASE_ENDS, sync, startedAt + leaseMs);
        return run;
      },
      runEnd(args) {
        const { sync, id, status, message, waitsUntil } = args as SyncRun;
        const lease = store.get<Lease>(leaseKey(sync));
        if (lease?.record.endsWith(`-${id}`) !== true) {
          return; // it lost its lease: what it says now is about a run that has been written off
        }
        end(sync, lease.record, status, {
          ...(message !== undefined && { message: message.slice(0, MAX_MESSAGE) }),
          ...(waitsUntil !== undefined && { waitsUntil }),
        });
      },
      runList(args) {
        const { sync } = args as { sync: string };
        running(sync);
        return store.list<SyncRun>({ prefix: logPrefix(sync) }).map(([, run]) => run).reverse();
      },
    },
    due: {
      [LEASE_ENDS]: (sync) => void running(sync),
    },
  };
}

/** Ids are any text: escaped, one sync's keys never begin with those of another. */
const leaseKey = (sync: string) => `run/now/${encodeURIComponent(sync)}`;
const logPrefix = (sync: string) => `run/log/${encodeURIComponent(sync)}/`;
