/**
 * Deliveries of webhooks that were seen: each trigger runs once for one within 24 hours. A strict trigger claims a
 * delivery before it runs, here and in one turn, so of many copies at once one runs; a best-effort one looks first, and
 * notes it when it has run.
 *
 * Keys: `seen/<worker>/<trigger>/<delivery>`, `seen-at/<time in 15 digits>/<…>` in the order of time. Due: `seenEnds`.
 */

import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** How long a delivery that was seen is not run again, in milliseconds, from when it was seen first (spec, Limits). */
export const SEEN_MS = 86_400_000;

/** How long what is over may still be on disk, in milliseconds: many are deleted at a time. */
const SWEEP_MS = 3_600_000;

/** How many one alarm deletes. */
const SWEPT_AT_ONCE = 1_000;

const SEEN = 'seen/';
const ORDER = 'seen-at/';
const ENDS = 'seenEnds';

interface Seen {
  /** When it was seen first, in milliseconds since the epoch. */
  readonly at: number;
  /** Who runs it, and until when it counts as running; left out when it has run. */
  readonly claim?: { readonly id: string; readonly until: number };
}

/** Names a delivery to a trigger. */
export interface DeliveryName {
  readonly worker: string;
  readonly trigger: string;
  readonly delivery: string;
}

/** `mine`: the caller is to run it. `running`: somebody does, for so long at most. `done`: it has run. */
export type Claimed = { readonly state: 'mine' | 'done' } | { readonly state: 'running'; readonly forMs: number };

export function deliveries({ store, due, now }: ActorState): ActorPart {
  /** What is known of the delivery, unless that is too long ago and nobody runs it. */
  function seen(key: string): Seen | undefined {
    const found = store.get<Seen>(key);
    return found !== undefined && (now() - found.at < SEEN_MS || isRunning(found)) ? found : undefined;
  }

  const isRunning = ({ claim }: Seen): boolean => claim !== undefined && claim.until > now();

  function put(key: string, one: Seen): void {
    const before = store.get<Seen>(key);
    if (before?.at !== one.at) {
      forget(key, before);
      store.put(orderKey(key, one.at), true);
    }
    store.put(key, one);
    if (due.get(ENDS, '') === undefined) {
      due.set(ENDS, '', one.at + SEEN_MS + SWEEP_MS);
    }
  }

  function forget(key: string, { at }: Partial<Seen> = store.get<Seen>(key) ?? {}): void {
    if (at !== undefined) {
      store.delete(orderKey(key, at));
      store.delete(key);
    }
  }

  return {
    methods: {
      /** `{…name, claim, forMs}` -> Claimed. */
      deliveryClaim(args): Claimed {
        const { claim: id, forMs, ...name } = args as DeliveryName & { readonly claim: string; readonly forMs: number };
        const key = keyOf(name);
        const found = seen(key);
        if (found !== undefined && found.claim === undefined) {
          return { state: 'done' };
        }
        const running = found?.claim;
        if (running !== undefined && running.id !== id && running.until > now()) {
          return { state: 'running', forMs: running.until - now() };
        }
        store.transaction(() => put(key, { at: found?.at ?? now(), claim: { id, until: now() + forMs } }));
        return { state: 'mine' };
      },
      /** Whether it has run. */
      deliverySeen(args): boolean {
        const found = seen(keyOf(args as DeliveryName));
        return found !== undefined && found.claim === undefined;
      },
      /** It has run. */
      deliveryDone(args) {
        const { since, ...name } = args as DeliveryName & { readonly since: number };
        const key = keyOf(name);
        store.transaction(() => put(key, { at: seen(key)?.at ?? Math.min(since, now()) }));
      },
      /** It has not run after all: the next copy may. */
      deliveryRelease(args) {
        const { claim, ...name } = args as DeliveryName & { readonly claim: string };
        const key = keyOf(name);
        if (store.get<Seen>(key)?.claim?.id === claim) {
          store.transaction(() => forget(key));
        }
      },
    },
    due: {
      [ENDS]() {
        const over = `${ORDER}${digits(now() - SEEN_MS)}`;
        const old = store.list<true>({ prefix: ORDER, limit: SWEPT_AT_ONCE }).filter(([key]) => key < over);
        const isOver = (key: string) => !isRunning(store.get<Seen>(key) ?? { at: 0 });
        store.transaction(() =>
          old
            .map(([key]) => key.slice(ORDER.length + 16))
            .filter(isOver)
            .forEach((key) => forget(key)),
        );
        const [first] = store.list<true>({ prefix: ORDER, limit: 1 });
        if (first !== undefined) {
          due.set(ENDS, '', old.length === SWEPT_AT_ONCE ? now() : now() + SWEEP_MS);
        }
      },
    },
  };
}

const keyOf = ({ worker, trigger, delivery }: DeliveryName) =>
  `${SEEN}${encodeURIComponent(worker)}/${encodeURIComponent(trigger)}/${encodeURIComponent(delivery)}`;
const orderKey = (key: string, at: number) => `${ORDER}${digits(at)}/${key}`;
const digits = (at: number) => String(Math.max(0, at)).padStart(15, '0');
