/**
 * The memory of syncs' handlers, `ctx.sync`: the cursor, and checkpoints of the chunks that a run has completed.
 *
 * Keys: `chunk/<worker>/<sync>/<number>` one checkpoint, `chunk-at/<worker>/<sync>/<id>` its number,
 * `chunk-size/<worker>/<sync>` the totals. The cursor is in the state of the sync.
 */

import type { SyncChunkCheckpoint } from '../../context/sync.ts';
import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { type Holder, heldBy, putSync } from './sync-state.ts';

/** Most checkpoints of one sync. */
export const MAX_CHECKPOINTS = 10_000;

/** Most JSON of a sync's checkpoints, in UTF-16 units. One call returns all of them. */
const MAX_CHECKPOINT_CHARS = 8 * 1_048_576;

const prefixOf = (of: string) => `chunk/${of}/`;

const knownKey = (of: string, chunkId: string) => `chunk-at/${of}/${chunkId}`;
const sizeKey = (of: string) => `chunk-size/${of}`;

/** The number of a chunk's checkpoint, and its length. */
interface KnownChunk {
  readonly number: number;
  readonly chars: number;
}

interface MemorySize {
  readonly chunks: number;
  readonly chars: number;
}

const EMPTY: MemorySize = { chunks: 0, chars: 0 };

/** Deletes the checkpoints, after a run has succeeded. */
export function forgetCheckpoints(store: ActorStore, of: string): void {
  for (const prefix of [prefixOf(of), `chunk-at/${of}/`]) {
    store.list({ prefix }).forEach(([key]) => store.delete(key));
  }
  store.delete(sizeKey(of));
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
        const size = store.get<MemorySize>(sizeKey(of)) ?? EMPTY;
        const known = store.get<KnownChunk>(knownKey(of, chunkId));
        const number = known?.number ?? size.chunks;
        const one: SyncChunkCheckpoint = { chunkId, ...(kept !== undefined && { state: kept }), at: now() };
        const chars = JSON.stringify(one).length;
        const next: MemorySize = {
          chunks: Math.max(size.chunks, number + 1),
          chars: size.chars + chars - (known?.chars ?? 0),
        };
        if (next.chunks > MAX_CHECKPOINTS) {
          throw new ActorError('limit_reached', `the sync has ${MAX_CHECKPOINTS} checkpoints, which is the limit`);
        }
        if (next.chars > MAX_CHECKPOINT_CHARS) {
          throw new ActorError(
            'limit_reached',
            'the checkpoints of the sync exceed 8 MiB of JSON; store larger data with ctx.store',
          );
        }
        store.transaction(() => {
          const what = `the state of the chunk ${JSON.stringify(chunkId)}`;
          store.put(prefixOf(of) + String(number).padStart(9, '0'), one, what);
          store.put(knownKey(of, chunkId), { number, chars } satisfies KnownChunk);
          store.put(sizeKey(of), next);
        });
        putSync(store, of, { ...state, run: { ...run, stumbles: 0 } });
      },
      syncCheckpoints(args) {
        const { of } = heldBy(store, args as Holder);
        return store.list<SyncChunkCheckpoint>({ prefix: prefixOf(of) }).map(([, one]) => one);
      },
    },
  };
}
