/** `ctx.store`, served by the install's actor. */

import type {
  StoreContext,
  StoreEntry,
  StoreGetOptions,
  StoreListOptions,
  StorePutOptions,
} from '../../context/store.ts';
import { inputOf } from '../../platform/arguments.ts';
import type { Host } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { FoundEntry, Swap, Swapped } from '../../protocol/store.ts';
import { installCall, sent } from './actor-call.ts';

/** Attempts of one update. */
const MAX_ATTEMPTS = 100;

/** Longest delay between attempts of an update, in ms. With it, about a hundred updates of one key take turns. */
const LONGEST_PAUSE_MS = 256;

/** An example of the options of a write. */
const TTL = '{ ttl: "1h" }';

/** Returns the store of the install. */
export function makeStore(host: Host, installId: string): StoreContext {
  const call = installCall(host, installId);
  const get = (key: string, versioned?: boolean) => call('storeGet', { key, versioned }) as Promise<FoundEntry>;
  const swap = (args: Swap) => call('storeSwap', { ...args, newVersion: crypto.randomUUID() }) as Promise<Swapped>;
  const store = {
    async get(key: string, options: Partial<StoreGetOptions> = {}) {
      const { withVersion } = inputOf(options, '{ withVersion: true }');
      const { value, version = null } = await get(key, withVersion);
      return withVersion ? { value, version } : value;
    },
    async put(key: string, value: unknown, options: StorePutOptions = {}) {
      const { ttl, ifVersion } = inputOf(options, TTL);
      if (ttl === undefined && ifVersion === undefined) {
        await call('storePut', { key, value, newVersion: crypto.randomUUID() });
      } else if (!(await swap({ key, value, ttl: sent(ttl) as typeof ttl, ifVersion })).swapped) {
        throw conflict(key, 'it does not have the version of ifVersion');
      }
    },
    async update(key: string, fn: (value: unknown) => unknown, options: StorePutOptions = {}) {
      const { ttl } = inputOf(options, TTL);
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
          ttl: sent(ttl) as Swap['ttl'],
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
    async list(prefix?: string, options: StoreListOptions = {}) {
      const { limit, after } = inputOf(options, '{ limit: 10 }');
      return (await call('storeList', { prefix, limit: sent(limit), after })) as StoreEntry[];
    },
  };
  return store as StoreContext;
}

function conflict(key: string, why: string): ActorError {
  return new ActorError('store_conflict', `cannot store ${JSON.stringify(key)}: ${why}`);
}
