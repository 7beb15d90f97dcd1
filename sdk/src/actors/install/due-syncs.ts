/**
 * Runs the install's syncs when their schedule is due, one step at a time, by the actor's alarm: user code runs in the
 * worker, and what it has not done yet comes again.
 *
 * Due: `sync`, with the worker and the sync.
 */

import type { ActorPart, ActorState } from '../actor-part.ts';

/** The purpose in the due-table. */
const SYNC = 'sync';

export function dueSyncs({ name, due, now, worker }: ActorState): ActorPart {
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
        const [of, sync] = JSON.parse(detail) as [string, string];
        const install = /^\d+$/.test(name) ? { portalId: Number(name) } : { id: name };
        await worker(of, 'syncStep', { sync, install });
      },
    },
  };
}
