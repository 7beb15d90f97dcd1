/** Deletes all that an actor holds. */

import type { ActorStore } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from './actor-part.ts';

/** How many entries are read at a time: each may have a megabyte. */
const BATCH = 64;

/** Deletes every key but that of the schema version, which describes the storage and nobody's data. */
export function wipe(store: ActorStore): void {
  let start = '';
  for (;;) {
    const entries = store.list({ start, limit: BATCH });
    store.transaction(() => {
      for (const [key] of entries) {
        if (key !== 'schema') {
          store.delete(key);
        }
      }
    });
    const last = entries.at(-1)?.[0];
    if (last === undefined || entries.length < BATCH) {
      return;
    }
    start = last;
  }
}

/** Lets the actor of the install erase this one. */
export function wipeable({ store }: ActorState): ActorPart {
  return { methods: { eraseAll: () => wipe(store) } };
}
