/**
 * Open reservations of dispatches on an install's meters: of running dispatches, and of isolates that died within the
 * last minutes.
 *
 * Key: `b/r/<meter>/<key of the dispatch>`.
 */

import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';

const RESERVED = 'b/r/';

/** Lifetime of a reservation, in ms: 15 minutes. Longer than any handler, since a sync may take 10. */
export const RESERVATION_MS = 900_000;

export interface Reservation {
  readonly meter: string;
  readonly quantity: number;
  readonly key: string;
  /** Whether the dispatch may be delivered again, so that its key is kept after it is counted. */
  readonly isDelivery: boolean;
  readonly begunAt: number;
  readonly until: number;
  /**
   * The running dispatches with this key, each by its id, so that one that ends twice does not end another. A number
   * in reservations of an older version.
   */
  readonly holders: readonly string[] | number;
}

export type Reservations = ReturnType<typeof reservationsOf>;

export function reservationsOf({ store, now, log }: ActorState) {
  /** Returns a reservation unless it is expired. */
  function find(name: string): Reservation | undefined {
    const kept = store.get<Reservation>(RESERVED + name);
    return kept !== undefined && kept.until > now() ? kept : undefined;
  }

  return {
    find,
    /** Returns the sum of the meter's open reservations. */
    sum({ id }: BillingMeter): number {
      const all = store.list<Reservation>({ prefix: `${RESERVED}${encodeURIComponent(id)}/` });
      return all.reduce((sum, [, { quantity, until }]) => (until > now() ? sum + quantity : sum), 0);
    },
    /** Adds a holder to the reservation, or opens it. Idempotent. Returns when it expires. */
    hold(name: string, holder: string, wanted: Pick<Reservation, 'meter' | 'quantity' | 'key' | 'isDelivery'>): number {
      const own = find(name);
      const until = now() + RESERVATION_MS;
      const holders = [...holdersOf(own).filter((one) => one !== holder), holder];
      store.put(RESERVED + name, { ...wanted, begunAt: now(), ...own, until, holders } satisfies Reservation);
      return until;
    },
    /**
     * Ends a holder. The reservation is closed by work that is done, and by its last holder. Idempotent. Returns the
     * reservation if it must be counted: the work is done and the reservation still exists.
     */
    end(name: string, holder: string, isDone: boolean): Reservation | undefined {
      const kept = store.get<Reservation>(RESERVED + name);
      const holders = holdersOf(kept).filter((one) => one !== holder);
      if (kept !== undefined && !isDone && holders.length > 0) {
        store.put(RESERVED + name, { ...kept, holders } satisfies Reservation);
        return undefined;
      }
      store.delete(RESERVED + name);
      return isDone ? kept : undefined;
    },
    /** Releases expired reservations. Returns when the next one expires. */
    expire(): number | undefined {
      let next: number | undefined;
      for (const [key, { until, meter }] of store.list<Reservation>({ prefix: RESERVED })) {
        if (until > now()) {
          next = Math.min(next ?? until, until);
        } else {
          store.delete(key);
          log('warn', 'a dispatch did not report its end: its usage is not counted', { meter });
        }
      }
      return next;
    },
  };
}

/** Returns the ids of the holders. Those of an older version have no id, so such a reservation ends with its next end. */
function holdersOf(kept: Reservation | undefined): readonly string[] {
  return typeof kept?.holders === 'object' ? kept.holders : [];
}

/**
 * Returns the name of a reservation. Escapes the meter's id, so that names of one meter never match another's prefix.
 */
export function reservationName({ id }: BillingMeter, key: string): string {
  return `${encodeURIComponent(id)}/${key}`;
}
