/**
 * What an install's meters count, and which keys have been counted already.
 *
 * Keys: `b/u/<meter>` the counts of this period and of the one before, `b/k/<kind>/<meter>/<key>` a key that has been
 * counted, `b/x/<time in 15 digits>/…` when it is forgotten.
 */

import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';
import { cycleAt, monthAt, type Period } from './billing-period.ts';
import type { BillingSnapshot } from './billing-plan.ts';

const COUNT = 'b/u/';
const KEY = 'b/k/';
const FORGET = 'b/x/';

/** Where a key comes from: each has a name space of its own. */
export type KeyKind = 'dispatch' | 'usage' | 'credit';

/** What a meter counted in a period. */
export interface Count extends Period {
  readonly used: number;
}

export interface MeterCount extends Count {
  /** The period before, for those who bill it. */
  readonly previous?: Count;
}

/** How long keys of dispatches are kept, in milliseconds: the platform delivers again for three days. */
const DELIVERY_KEPT_MS = 4 * 86_400_000;

/** How long keys of handlers are kept at least, in milliseconds: a month and some days; else to the end of their period. */
const KEY_KEPT_MS = 35 * 86_400_000;

/** Keys are forgotten by the full hour, in milliseconds, so that one alarm does many. */
const HOUR_MS = 3_600_000;

/** How many keys one alarm forgets. */
export const FORGOTTEN_AT_ONCE = 500;

export class Usage {
  readonly #state: ActorState;
  readonly #snapshot: () => BillingSnapshot | undefined;

  constructor(state: ActorState, snapshot: () => BillingSnapshot | undefined) {
    this.#state = state;
    this.#snapshot = snapshot;
  }

  /** The count of the period that it is now. */
  of({ id, period }: BillingMeter): MeterCount {
    const now = this.#state.now();
    const { from, to } = period === 'month' ? monthAt(now) : cycleAt(this.#snapshot(), now);
    const kept = this.#state.store.get<MeterCount>(COUNT + encodeURIComponent(id));
    if (kept === undefined) {
      return { from, to, used: 0 };
    }
    if (kept.from >= from) {
      return { ...kept, from, to }; // a snapshot may have moved the bounds
    }
    return { from, to, used: 0, previous: { from: kept.from, to: kept.to ?? from, used: kept.used } };
  }

  /** Adds to the period in which it was begun, which may be the one before. */
  add(meter: BillingMeter, quantity: number, begunAt: number): void {
    const count = this.of(meter);
    const { previous } = count;
    const next =
      previous !== undefined && begunAt < count.from
        ? { ...count, previous: { ...previous, used: aggregate(meter, previous.used, quantity) } }
        : { ...count, used: aggregate(meter, count.used, quantity) };
    this.#put(meter, next);
  }

  /** Takes back, and never below nothing. */
  credit(meter: BillingMeter, quantity: number): void {
    const count = this.of(meter);
    this.#put(meter, { ...count, used: Math.max(0, count.used - quantity) });
  }

  #put({ id }: BillingMeter, count: MeterCount): void {
    this.#state.store.put(COUNT + encodeURIComponent(id), count);
  }

  isCounted(kind: KeyKind, meter: BillingMeter, key: string): boolean {
    return this.#state.store.get(KEY + keyOf(kind, meter, key)) !== undefined;
  }

  /** Remembers the key. Gives when it is forgotten. */
  note(kind: KeyKind, meter: BillingMeter, key: string, why: object): number {
    const { store, now } = this.#state;
    const kept = kind === 'dispatch' ? now() + DELIVERY_KEPT_MS : Math.max(now() + KEY_KEPT_MS, this.of(meter).to ?? 0);
    const until = Math.ceil(kept / HOUR_MS) * HOUR_MS;
    store.put(KEY + keyOf(kind, meter, key), why);
    store.put(`${FORGET}${String(until).padStart(15, '0')}/${keyOf(kind, meter, key)}`, true);
    return until;
  }

  /** Forgets keys whose time is up. Gives when the next one is due. */
  forget(): number | undefined {
    const { store, now } = this.#state;
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
  }
}

/** What a meter shows when it is told one more quantity. */
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

/** The meter's id is escaped: one meter's keys never begin with those of another. */
function keyOf(kind: KeyKind, { id }: BillingMeter, key: string): string {
  return `${kind}/${encodeURIComponent(id)}/${key}`;
}
