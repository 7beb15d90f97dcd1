/**
 * The storage of handlers: `ctx.store`.
 *
 * Keys: `s/<the handler's key>` is a value, so that handlers cannot reach the actor's keys. `store-calls` has the last
 * deletions. `expiry.ts` has the others.
 */

import { ActorError } from '../../protocol/actor.ts';
import type { FoundEntry, Swap, Swapped } from '../../protocol/store.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { checkKey, MAX_KEY_BYTES } from '../core/store.ts';
import { durationMs } from './duration.ts';
import { runOnce } from '../core/once.ts';
import { EXPIRY, expire, hadVersion, mark, markOf, removeExpired, unmark, VALUE } from './expiry.ts';

const CALLS = 'store-calls';

export function handlerStore(state: ActorState): ActorPart {
  const { store } = state;

  /** Reads an entry. The first read of its version makes one. */
  function find(key: string, versioned: boolean): FoundEntry {
    removeExpired(state);
    const value = store.get<unknown>(VALUE + key);
    if (value === undefined || !versioned) {
      return { value };
    }
    return { value, version: (markOf(state, key) ?? mark(state, key)).version };
  }

  /** Reports whether a call has stored its value before: the edge repeats a call whose answer was lost. */
  function isRepeated(key: string, newVersion: string | undefined): boolean {
    return newVersion !== undefined && hadVersion(state, key, newVersion);
  }

  function write(key: string, value: unknown, expiresAt?: number, newVersion?: string): void {
    const what = `the value of ${JSON.stringify(key)}`;
    if (expiresAt === undefined && newVersion === undefined && markOf(state, key) === undefined) {
      store.put(VALUE + key, value, what);
      return;
    }
    store.transaction(() => {
      store.put(VALUE + key, value, what);
      mark(state, key, expiresAt, newVersion);
    });
  }

  return {
    methods: {
      storeGet(args) {
        const found = find(handlerKey(args), (args as { readonly versioned?: boolean }).versioned === true);
        return { found: found.value !== undefined, ...found };
      },
      /** Stores a value. A repeated call stores it once if the entry had a version. */
      storePut(args) {
        const key = handlerKey(args);
        const { value, newVersion } = args as Swap;
        if (!isRepeated(key, newVersion)) {
          removeExpired(state);
          write(key, value, undefined, markOf(state, key) && newVersion);
        }
      },
      /** Stores a value if the entry has a version. A repeated call with a version of its own stores it once. */
      storeSwap(args): Swapped {
        const key = handlerKey(args);
        const { value, ttl, ifVersion, newVersion, keepsExpiry } = args as Swap;
        const expiresAt = ttl === undefined ? undefined : state.now() + durationMs('ttl', ttl, 1);
        if (isRepeated(key, newVersion)) {
          return { swapped: true };
        }
        if (ifVersion !== undefined) {
          const found = find(key, true);
          if ((found.version ?? null) !== ifVersion) {
            return { swapped: false, ...found };
          }
        }
        const kept = keepsExpiry === true ? markOf(state, key)?.expiresAt : undefined;
        write(key, value, expiresAt ?? kept, newVersion);
        return { swapped: true };
      },
      storeDelete(args) {
        const key = handlerKey(args);
        removeExpired(state);
        return runOnce(store, CALLS, (args as { readonly call?: string }).call, () => {
          unmark(state, key);
          return store.delete(VALUE + key);
        });
      },
      storeList(args) {
        const range = rangeOf(args);
        removeExpired(state);
        return store.list(range).map(([key, value]) => ({ key: key.slice(VALUE.length), value }));
      },
    },
    due: {
      [EXPIRY]: () => expire(state),
    },
  };
}

/** Returns the handler's key of a call. @throws if it is not a key */
function handlerKey(args: unknown): string {
  return checkKey((args as Swap).key, MAX_KEY_BYTES - VALUE.length);
}

function rangeOf(args: unknown): { prefix: string; start?: string; limit?: number } {
  const { prefix = '', limit, after } = args as { prefix?: unknown; limit?: number; after?: unknown };
  if (typeof prefix !== 'string') {
    throw new ActorError('invalid_prefix', 'invalid prefix: expected a string, as in list("orders/", { limit: 10 })');
  }
  if (after === undefined) {
    return { prefix: VALUE + prefix, limit };
  }
  if (typeof after !== 'string') {
    throw new ActorError('invalid_key', 'invalid after: expected the last key of the page before');
  }
  return { prefix: VALUE + prefix, limit, start: `${VALUE}${after}\u0000` };
}
