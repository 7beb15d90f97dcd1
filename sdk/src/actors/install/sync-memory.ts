/**
 * What handlers of syncs remember by `ctx.sync`: the cursor, and the chunks of a run that they have put behind them.
 *
 * Keys: `chunk/<worker>/<sync>/<number>`, one checkpoint; the cursor is in the state of the sync.
 */

import type { SyncChunkCheckpoint } from '../../context/sync.ts';
import { ActorError, type ActorStore } from '../actor.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
import { heldBy, type Holder, putSync } from './sync-state.ts';

/** Checkpoints of one sync at most. */
export const MAX_CHECKPOINTS = 10_000;

const prefixOf = (of: string) => `chunk/${of}/`;

/** A run that has succeeded leaves none to the next one. */
export function forgetCheckpoints(store: ActorStore, of: string): void {
  store.list({ prefix: prefixOf(of) }).forEach(([key]) => store.delete(key));
}

export function syncMemory({ store, now }: ActorState): ActorPart {
  return {
    methods: {
      syncCursor: (args) => heldBy(store, args as Holder).state.cursor ?? null,
      syncSetCursor(args) {
        const { cursor, ...holder } = args as Holder & { readonly cursor: string | null };
        const { of, state } = heldBy(store, holder);
        const { cursor: _, ...rest } = state;
        putSync(store, of, cursor === null ? rest : { ...rest, cursor });
      },
      syncCheckpoint(args) {
        const { chunkId, state: kept, ...holder } = args as Holder & Omit<SyncChunkCheckpoint, 'at'>;
        const { of, state, run } = heldBy(store, holder);
        const list = store.list<SyncChunkCheckpoint>({ prefix: prefixOf(of) });
        const known = list.find(([, one]) => one.chunkId === chunkId)?.[0];
        if (known === undefined && list.length >= MAX_CHECKPOINTS) {
          throw new ActorError('limit_reached', `a sync remembers ${MAX_CHECKPOINTS} chunks at most`);
        }
        const last = list.at(-1)?.[0];
        const number = last === undefined ? 0 : Number(last.slice(prefixOf(of).length)) + 1;
        const key = known ?? prefixOf(of) + String(number).padStart(9, '0');
        store.put(key, { chunkId, ...(kept !== undefined && { state: kept }), at: now() } satisfies SyncChunkCheckpoint);
        putSync(store, of, { ...state, run: { ...run, stumbles: 0 } });
      },
      syncCheckpoints(args) {
        const { of } = heldBy(store, args as Holder);
        return store.list<SyncChunkCheckpoint>({ prefix: prefixOf(of) }).map(([, one]) => one);
      },
    },
  };
}
