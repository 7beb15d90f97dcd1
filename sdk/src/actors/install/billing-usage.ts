/**
 * The counts of an install's meters, and the keys that are already counted.
 *
 * Keys: `b/u/<meter>` the counts of this period and the previous one, `b/k/<kind>/<meter>/<key>` a counted key,
 * `b/x/<time in 15 digits>/…` when the counted key expires.
 */

import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';
import { cycleAt, monthAt, type Period } from './billing-period.ts';
import type { BillingSnapshot } from './billing-plan.ts';

const COUNT = 'b/u/';
const KEY = 'b/k/';
const FORGET = 'b/x/';

/** The origin of a key. Each origin has its own namespace. */
export type KeyKind = 'dispatch' | 'usage' | 'credit';

/** The count of a meter in a period. */
export interface Count extends Period {
  readonly used: number;
}

export interface MeterCount extends Count {
  /** The previous period, for billing it. */
  readonly previous?: Count;
}

/** Retention of dispatch keys, in ms: 4 days. The platform repeats deliveries for 3 days. */
const DELIVERY_KEPT_MS = 4 * 86_400_000;

/** Shortest retention of handlers' keys, in ms: 35 days. They are kept at least to the end of their period. */
const KEY_KEPT_MS = 35 * 86_400_000;

/** Granularity of key expiry, in ms: an hour, so that one alarm deletes many keys. */
const HOUR_MS = 3_600_000;

/** Most keys that one alarm deletes. */
const FORGOTTEN_AT_ONCE = 500;

export type Usage = ReturnType<typeof usageOf>;

export function usageOf({ store, now }: ActorState, snapshot: () => BillingSnapshot | undefined) {
  /** Returns the count of the current period. */
  function of({ id, period }: BillingMeter): MeterCount {
    const { from, to } = period === 'month' ? monthAt(now()) : cycleAt(snapshot(), now());
    const kept = store.get<MeterCount>(COUNT + encodeURIComponent(id));
    if (kept === undefined) {
      return { from, to, used: 0 };
    }
    if (kept.from >= from) {
      return { ...kept, from, to }; // a snapshot may have changed the bounds
    }
    return { from, to, used: 0, previous: { from: kept.from, to: kept.to ?? from, used: kept.used } };
  }

  function put({ id }: BillingMeter, count: MeterCount): void {
    store.put(COUNT + encodeURIComponent(id), count);
  }

  return {
    of,
    /** Adds to the period in which the dispatch started, which may be the previous one. */
    add(meter: BillingMeter, quantity: number, begunAt: number): void {
      const count = of(meter);
      const { previous } = count;
      const next =
        previous !== undefined && begunAt < count.from
          ? { ...count, previous: { ...previous, used: aggregate(meter, previous.used, quantity) } }
          : { ...count, used: aggregate(meter, count.used, quantity) };
      put(meter, next);
    },
    /** Subtracts from the current count, down to 0. */
    credit(meter: BillingMeter, quantity: number): void {
      const count = of(meter);
      put(meter, { ...count, used: Math.max(0, count.used - quantity) });
    },
    isCounted(kind: KeyKind, meter: BillingMeter, key: string): boolean {
      return store.get(KEY + keyOf(kind, meter, key)) !== undefined;
    },
    /** Stores a counted key. Returns when it expires. */
    note(kind: KeyKind, meter: BillingMeter, key: string, why: object): number {
      const kept = kind === 'dispatch' ? now() + DELIVERY_KEPT_MS : Math.max(now() + KEY_KEPT_MS, of(meter).to ?? 0);
      const until = Math.ceil(kept / HOUR_MS) * HOUR_MS;
      store.put(KEY + keyOf(kind, meter, key), why);
      store.put(`${FORGET}${String(until).padStart(15, '0')}/${keyOf(kind, meter, key)}`, true);
      return until;
    },
    /** Deletes expired keys. Returns when the next one expires. */
    forget(): number | undefined {
      const entries = store.list<true>({ prefix: FORGET, limit: FORGOTTEN_AT_ONCE });
      for (const [entry] of entries) {
        const until = Number(entry.slice(FORGET.length, FORGET.length + 15));
        if (until > now()) {
          return until;
        }
        store.delete(KEY + entry.slice(FORGET.length + 16));
        store.delete(entry);
      }
      return entries.length === FORGOTTEN_AT_ONCE ? now() : undefined;
    },
  };
}

/** Returns a meter's count after one more quantity. */
export function aggregate({ aggregation }: BillingMeter, used: number, quantity: number): number {
  switch (aggregation) {
    case 'sum':
      return used + quantity;
    case 'max':
      return Math.max(used, quantity);
    case 'last':
      return quantity;
  }
}

/** Escapes the meter's id, so that keys of one meter never match another's prefix. */
function keyOf(kind: KeyKind, { id }: BillingMeter, key: string): string {
  return `${kind}/${encodeURIComponent(id)}/${key}`;
}
