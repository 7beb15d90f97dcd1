/**
 * Deduplicates webhook deliveries: each trigger runs once per delivery within 24 hours. A strict trigger claims a
 * delivery atomically before it runs, so that one of many concurrent copies runs. A best-effort trigger checks first
 * and records the delivery after it has run.
 *
 * Keys: `seen/<worker>/<trigger>/<delivery>`, `seen-at/<time in 15 digits>/<…>` ordered by time. Due: `seenEnds`.
 */

import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** Deduplication window from the first delivery, in ms: 24 hours (spec, Limits). */
export const SEEN_MS = 86_400_000;

/** Interval between sweeps of expired deliveries, in ms: an hour, so that one alarm deletes many. */
const SWEEP_MS = 3_600_000;

/** Most deliveries that one alarm deletes. */
const SWEPT_AT_ONCE = 1_000;

const SEEN = 'seen/';
const ORDER = 'seen-at/';
const ENDS = 'seenEnds';

interface Seen {
  /** When it arrived first, in milliseconds since the epoch. */
  readonly at: number;
  /** The claim of the worker that runs it, and when the claim expires. Absent after the run. */
  readonly claim?: { readonly id: string; readonly until: number };
}

/** Identifies a delivery to a trigger. */
export interface DeliveryName {
  readonly worker: string;
  readonly trigger: string;
  readonly delivery: string;
}

/** `mine`: the caller has the claim. `running`: another claim is valid for `forMs`. `done`: the trigger has run. */
export type Claimed = { readonly state: 'mine' | 'done' } | { readonly state: 'running'; readonly forMs: number };

export function deliveries({ store, due, now }: ActorState): ActorPart {
  /** Returns the record of a delivery, unless it is expired and not claimed. */
  function seen(key: string): Seen | undefined {
    const found = store.get<Seen>(key);
    return found !== undefined && (now() - found.at < SEEN_MS || isRunning(found)) ? found : undefined;
  }

  const isRunning = ({ claim }: Seen): boolean => claim !== undefined && claim.until > now();

  function put(key: string, record: Seen): void {
    const before = store.get<Seen>(key);
    if (before?.at !== record.at) {
      forget(key, before);
      store.put(orderKey(key, record.at), true);
    }
    store.put(key, record);
    if (due.get(ENDS, '') === undefined) {
      due.set(ENDS, '', record.at + SEEN_MS + SWEEP_MS);
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
      /** Takes `{…name, claim, forMs}`. Returns Claimed. */
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
      /** Returns whether the trigger has run for the delivery. */
      deliverySeen(args): boolean {
        const found = seen(keyOf(args as DeliveryName));
        return found !== undefined && found.claim === undefined;
      },
      /** Records that the trigger has run. */
      deliveryDone(args) {
        const { since, ...name } = args as DeliveryName & { readonly since: number };
        const key = keyOf(name);
        store.transaction(() => put(key, { at: seen(key)?.at ?? Math.min(since, now()) }));
      },
      /** Releases the claim after a failed run, so that the next copy of the delivery runs. */
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
        const end = `${ORDER}${digits(now() - SEEN_MS)}`;
        const old = store.list<true>({ prefix: ORDER, limit: SWEPT_AT_ONCE }).filter(([key]) => key < end);
        const isIdle = (key: string) => !isRunning(store.get<Seen>(key) ?? { at: 0 });
        store.transaction(() =>
          old
            .map(([key]) => key.slice(ORDER.length + 16))
            .filter(isIdle)
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
