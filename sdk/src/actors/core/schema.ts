/**
 * The version of what an actor stores. Changes are additive for one release; state that is older is upgraded when its
 * actor wakes, state that is newer is left alone, and every call of its actor says so.
 *
 * Key: `schema`, written with the first entry.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';

/** The version that this code writes. */
export const SCHEMA = 1;

/** Brings the store from the version before to the one that it is listed under. */
export type Upgrade = (store: ActorStore) => void;

/** By the version that they lead to. */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map();

const VERSION = 'schema';

/** Brings the store to the version of this code. Throws `state_too_new` when it is ahead. */
export function upgrade(store: ActorStore, version = SCHEMA, upgrades = UPGRADES): void {
  const found = store.get<number>(VERSION);
  if (found === undefined || found === version) {
    return; // new, or up to date
  }
  if (!(found < version)) {
    const message = `the state is of version ${found}, this code knows ${version}: it was written by a newer release; deploy that or a later one`;
    throw new ActorError('state_too_new', message);
  }
  store.transaction(() => {
    for (let next = found + 1; next <= version; next++) {
      upgrades.get(next)?.(store);
    }
    store.put(VERSION, version);
  });
}

/** The store, which stamps itself with the version when the first entry is written. */
export function stamped(store: ActorStore, version = SCHEMA): ActorStore {
  let isStamped: boolean | undefined; // asked for when something is written
  return {
    get: store.get,
    put(key, value) {
      store.put(key, value);
      isStamped ??= store.get<number>(VERSION) !== undefined;
      if (!isStamped) {
        store.put(VERSION, version);
        isStamped = true;
      }
    },
    delete: store.delete,
    list: store.list,
    transaction<T>(fn: () => T): T {
      const was = isStamped;
      try {
        return store.transaction(fn);
      } catch (error) {
        isStamped = was; // the stamp was rolled back too
        throw error;
      }
    },
  };
}
