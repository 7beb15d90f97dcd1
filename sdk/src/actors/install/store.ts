/**
 * The storage of handlers: `ctx.store`.
 *
 * Keys: `s/<the handler's key>`, so that handlers cannot reach the actor's keys.
 */

import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const HANDLER = 's/';

/** The arguments of the store's methods. */
interface StoreArguments {
  readonly key: string;
  readonly value: unknown;
  readonly prefix?: string;
  readonly limit?: number;
}

export function handlerStore({ store }: ActorState): ActorPart {
  return {
    methods: {
      storeGet(args) {
        const value = store.get<unknown>(handlerKey(args));
        return value === undefined ? { found: false } : { found: true, value };
      },
      storePut: (args) => store.put(handlerKey(args), (args as StoreArguments).value),
      storeDelete: (args) => store.delete(handlerKey(args)),
      storeList(args) {
        const { prefix = '', limit } = args as StoreArguments;
        if (typeof prefix !== 'string') {
          throw new ActorError(
            'invalid_prefix',
            'invalid prefix: expected a string, as in list("orders/", { limit: 10 })',
          );
        }
        const entries = store.list({ prefix: HANDLER + prefix, limit });
        return entries.map(([key, value]) => ({ key: key.slice(HANDLER.length), value }));
      },
    },
  };
}

/** Returns the actor's key for a handler's key. Passes invalid keys on, for the store to refuse. */
function handlerKey(args: unknown): string {
  const { key } = args as StoreArguments;
  return typeof key === 'string' && key !== '' ? HANDLER + key : key;
}
