/**
 * The version of an actor's stored state. Changes are additive for one release. Older state is upgraded when the actor
 * wakes. Newer state stays untouched, and every call fails.
 *
 * Key: `schema`, written with the first entry.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';

/** The version that this code writes. */
export const SCHEMA = 1;

/** Upgrades the store by one version. */
export type Upgrade = (store: ActorStore) => void;

/** Upgrades by their target version. */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map();

const VERSION = 'schema';

/** Upgrades the store to the version of this code. Throws `state_too_new` if its version is newer. */
export function upgrade(store: ActorStore, version = SCHEMA, upgrades = UPGRADES): void {
  const found = store.get<number>(VERSION);
  if (found === undefined || found === version) {
    return; // new, or up to date
  }
  if (!(found < version)) {
    const newer = `the stored state has version ${found}, newer than ${version}`;
    throw new ActorError('state_too_new', `${newer}: deploy the release that wrote it, or a later one`);
  }
  store.transaction(() => {
    for (let next = found + 1; next <= version; next++) {
      upgrades.get(next)?.(store);
    }
    store.put(VERSION, version);
  });
}

/** Returns the store, with the version written along with the first entry. */
export function stamped(store: ActorStore, version = SCHEMA): ActorStore {
  let isStamped: boolean | undefined; // read from the store before the first write
  return {
    get: store.get,
    put(key, value, what) {
      store.put(key, value, what);
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
