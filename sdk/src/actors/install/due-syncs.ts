/**
 * Runs the install's syncs when their schedule is due, one step at a time, by the actor's alarm: user code runs in the
 * worker, and what it has not done yet comes again.
 *
 * Keys: `sync-begun/<worker and sync>`, a step whose end nobody has told yet. Due: `sync`, with worker and sync.
 */

import type { SyncStepResult } from '../../runtime/steps/sync-step.ts';
import type { Bindings } from '../../runtime/host.ts';
import { isActorError } from '../actor.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';

const BEGUN = 'sync-begun/';

/** The purpose in the due-table. */
const SYNC = 'sync';

/** How long to wait for the lease of a run that may be a lost step of ours, in milliseconds. */
const LEASE_PAUSE_MS = 30_000;

export function dueSyncs({ name, store, due, now, worker, log }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  /** What the step gave, or undefined where there is no such sync (any more). */
  async function run(of: string, sync: string): Promise<SyncStepResult | undefined> {
    if (!manifest.workers.some((one) => one.name === of)) {
      log('warn', `a sync that was due is gone with its worker ${JSON.stringify(of)}`, { worker: of, sync });
      return undefined;
    }
    const install = /^\d+$/.test(name) ? { portalId: Number(name) } : { id: name };
    try {
      return (await worker(of, 'syncStep', { sync, install })) as SyncStepResult;
    } catch (error) {
      if (!isActorError(error) || error.code !== 'unknown_capability') {
        throw error;
      }
      log('warn', `a sync that was due is gone: ${error.message}`, { worker: of, sync });
      return undefined;
    }
  }

  return {
    methods: {
      /** Has the sync run soon. */
      syncDue(args) {
        const { worker: of, sync } = args as { readonly worker: string; readonly sync: string };
        due.set(SYNC, JSON.stringify([of, sync]), now());
      },
    },
    due: {
      async [SYNC](detail) {
        const begun = BEGUN + detail;
        const wasLost = store.get<true>(begun) !== undefined;
        store.put(begun, true);
        const [of, sync] = JSON.parse(detail) as [string, string];
        const result = await run(of, sync);
        if (wasLost && result?.refused === 'sync_already_running') {
          due.set(SYNC, detail, now() + LEASE_PAUSE_MS); // what runs may be what was lost
          return;
        }
        store.delete(begun);
        if (result?.again !== undefined) {
          due.set(SYNC, detail, result.again);
        }
      },
    },
  };
}
