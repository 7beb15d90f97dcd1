/** The actor of one install: what its handlers keep (`ctx.store`) and how it is configured. */

import { type Actor, ActorError, type ActorMethod, type ActorState } from './actor.ts';

/** Keys of `ctx.store` begin with this, so that a handler never meets the actor's own keys. */
const HANDLER = 's/';

const CONFIG = 'config';

/** The arguments of the store's methods. */
interface StoreArguments {
  readonly key: string;
  readonly value: unknown;
  readonly prefix?: string;
  readonly limit?: number;
}

export class InstallActor implements Actor {
  readonly methods: Readonly<Record<string, ActorMethod>>;

  constructor({ store }: ActorState) {
    this.methods = {
      storeGet(args) {
        const value = store.get<unknown>(handlerKey(args));
        return value === undefined ? { found: false } : { found: true, value };
      },
      storePut: (args) => store.put(handlerKey(args), (args as StoreArguments).value),
      storeDelete: (args) => store.delete(handlerKey(args)),
      storeList(args) {
        const { prefix = '', limit } = args as StoreArguments;
        if (typeof prefix !== 'string') {
          throw new ActorError('invalid_prefix', 'the prefix of a list is a text: list("orders/", { limit: 10 })');
        }
        const entries = store.list({ prefix: HANDLER + prefix, ...(limit !== undefined && { limit }) });
        return entries.map(([key, value]) => ({ key: key.slice(HANDLER.length), value }));
      },
      config: () => store.get(CONFIG) ?? {},
      setConfig: (config) => store.put(CONFIG, config),
    };
  }
}

/** The actor's key for a handler's; an empty or wrong one stays wrong, for the store to refuse. */
function handlerKey(args: unknown): string {
  const { key } = args as StoreArguments;
  return typeof key === 'string' && key !== '' ? HANDLER + key : key;
}
