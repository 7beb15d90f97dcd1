/**
 * What dispatches have reserved on an install's meters and not settled yet. They are few: those that run now, and those
 * whose isolate has died within the last minutes.
 *
 * Key: `b/r/<meter>/<key of the dispatch>`.
 */

import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';

const RESERVED = 'b/r/';

/** When a reservation expires, in milliseconds: longer than any handler may take (a sync has ten minutes). */
export const RESERVATION_MS = 900_000;

export interface Reservation {
  readonly meter: string;
  readonly quantity: number;
  readonly key: string;
  /** It may be delivered again: the key is remembered when it is counted. */
  readonly isDelivery: boolean;
  readonly begunAt: number;
  readonly until: number;
  /** How many deliveries of the same thing are running. */
  readonly holders: number;
}

export class Reservations {
  readonly #state: ActorState;

  constructor(state: ActorState) {
    this.#state = state;
  }

  /** How much of the meter is reserved now. */
  sum({ id }: BillingMeter): number {
    const { store, now } = this.#state;
    const all = store.list<Reservation>({ prefix: `${RESERVED}${encodeURIComponent(id)}/` });
    return all.reduce((sum, [, { quantity, until }]) => (until > now() ? sum + quantity : sum), 0);
  }

  /** That of the same dispatch, unless its time is up. */
  find(name: string): Reservation | undefined {
    const kept = this.#state.store.get<Reservation>(RESERVED + name);
    return kept !== undefined && kept.until > this.#state.now() ? kept : undefined;
  }

  /** Reserves, together with those that have. Gives when it expires. */
  hold(name: string, wanted: Pick<Reservation, 'meter' | 'quantity' | 'key' | 'isDelivery'>): number {
    const { store, now } = this.#state;
    const own = this.find(name);
    const until = now() + RESERVATION_MS;
    const holders = (own?.holders ?? 0) + 1;
    store.put(RESERVED + name, { ...wanted, begunAt: now(), ...own, until, holders } satisfies Reservation);
    return until;
  }

  /** Ends it, and gives it to be counted where it is done. Undefined: it is gone, or not done, or others still hold it. */
  end(name: string, isDone: boolean): Reservation | undefined {
    const { store } = this.#state;
    const kept = store.get<Reservation>(RESERVED + name);
    if (kept !== undefined && !isDone && kept.holders > 1) {
      store.put(RESERVED + name, { ...kept, holders: kept.holders - 1 });
      return undefined;
    }
    store.delete(RESERVED + name);
    return isDone ? kept : undefined;
  }

  /** Releases those whose time is up. Gives when the next one's is. */
  expire(): number | undefined {
    const { store, now, log } = this.#state;
    let next: number | undefined;
    for (const [key, { until, meter }] of store.list<Reservation>({ prefix: RESERVED })) {
      if (until > now()) {
        next = Math.min(next ?? until, until);
      } else {
        store.delete(key);
        log('warn', 'a dispatch never said how it ended: its usage is not counted', { meter });
      }
    }
    return next;
  }
}

/** The name of a dispatch's reservation. The meter's id is escaped: one meter's names never begin with those of another. */
export function reservationName({ id }: BillingMeter, key: string): string {
  return `${encodeURIComponent(id)}/${key}`;
}
