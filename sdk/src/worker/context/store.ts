/** `ctx.store`, served by the install's actor. */

import type {
  StoreContext,
  StoreEntry,
  StoreGetOptions,
  StoreListOptions,
  StorePutOptions,
} from '../../context/store.ts';
import type { Host } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { FoundEntry, Swap, Swapped } from '../../protocol/store.ts';
import { installCall, sent } from './actor-call.ts';

/** Attempts of one update. */
const MAX_ATTEMPTS = 100;

/** Longest delay between attempts of an update, in ms. With it, about a hundred updates of one key take turns. */
const LONGEST_PAUSE_MS = 256;

/** Returns the store of the install. */
export function makeStore(host: Host, installId: string): StoreContext {
  const call = installCall(host, installId);
  const get = (key: string, versioned?: boolean) => call('storeGet', { key, versioned }) as Promise<FoundEntry>;
  const swap = (args: Swap) => call('storeSwap', { ...args, newVersion: crypto.randomUUID() }) as Promise<Swapped>;
  const store = {
    async get(key: string, options?: StoreGetOptions) {
      const { value, version = null } = await get(key, options?.withVersion);
      return options?.withVersion ? { value, version } : value;
    },
    async put(key: string, value: unknown, { ttl, ifVersion }: StorePutOptions = {}) {
      if (ttl === undefined && ifVersion === undefined) {
        await call('storePut', { key, value, newVersion: crypto.randomUUID() });
      } else if (!(await swap({ key, value, ttl: sent(ttl) as typeof ttl, ifVersion })).swapped) {
        throw conflict(key, 'it does not have the version of ifVersion');
      }
    },
    async update(key: string, fn: (value: unknown) => unknown, options?: StorePutOptions) {
      if (typeof fn !== 'function') {
        const expected = 'expected one of the old value that returns the new one, as in (count = 0) => count + 1';
        throw new ActorError('invalid_function', `invalid function to update ${JSON.stringify(key)}: ${expected}`);
      }
      let found = await get(key, true);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const value = await fn(found.value);
        const { version = null } = found;
        const swapped = await swap({
          key,
          value,
          ttl: sent(options?.ttl) as Swap['ttl'],
          keepsExpiry: true,
          ifVersion: version,
        });
        if (swapped.swapped) {
          return value;
        }
        found = swapped;
        const longest = Math.min(2 ** attempt, LONGEST_PAUSE_MS);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
      }
      throw conflict(key, `other writes came first in ${MAX_ATTEMPTS} attempts`);
    },
    async delete(key: string) {
      return (await call('storeDelete', { key, call: crypto.randomUUID() })) as boolean;
    },
    async list(prefix?: string, { limit, after }: StoreListOptions = {}) {
      return (await call('storeList', { prefix, limit: sent(limit), after })) as StoreEntry[];
    },
  };
  return store as StoreContext;
}

function conflict(key: string, why: string): ActorError {
  return new ActorError('store_conflict', `cannot store ${JSON.stringify(key)}: ${why}`);
}
