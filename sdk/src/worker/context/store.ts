/** `ctx.store`, served by the install's actor. */

import type { StoreContext, StoreEntry } from '../../context/store.ts';
import type { Host } from '../../platform/host.ts';

/** Returns the store of the install. */
export function makeStore(host: Host, installId: string): StoreContext {
  const call = (method: string, args: unknown) => host.actor('InstallActor', installId, method, args);
  return {
    async get<T>(key: string): Promise<T | undefined> {
      const { found, value } = (await call('storeGet', { key })) as { found: boolean; value?: T };
      return found ? value : undefined;
    },
    async put(key, value) {
      await call('storePut', { key, value });
    },
    async delete(key) {
      return (await call('storeDelete', { key })) as boolean;
    },
    async list<T>(prefix?: string, options?: { readonly limit?: number }): Promise<StoreEntry<T>[]> {
      return (await call('storeList', { prefix, limit: options?.limit })) as StoreEntry<T>[];
    },
  };
}
