import type { ActorStore } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from './actor-part.ts';

/** Entries read at a time. Each may have 1 MiB. */
const BATCH = 64;

/** Deletes everything that an actor stores, except the schema version, which contains no user data. */
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

/** Lets the install's actor erase this actor. */
export function wipeable({ store }: ActorState): ActorPart {
  return { methods: { eraseAll: () => wipe(store) } };
}
