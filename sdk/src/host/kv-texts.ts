import type { DurableObjectStorage } from 'cloudflare:workers';
import type { TextStore } from '../actors/core/store.ts';

/** Returns the storage of one actor in its Durable Object. */
export function kvTexts(storage: DurableObjectStorage): TextStore {
  const { kv } = storage;
  return {
    get: (key) => kv.get(key) as string | undefined,
    put: (key, text) => kv.put(key, text),
    delete: (key) => kv.delete(key),
    list(prefix, start, limit) {
      const range = { ...(prefix !== '' && { prefix }), ...(start !== '' && { start }), ...(limit > 0 && { limit }) };
      return [...kv.list(range)] as [string, string][];
    },
    transaction: (fn) => storage.transactionSync(fn),
  };
}
