/** One call in flight. Times are milliseconds since the epoch. */
export interface Lease {
  /** The call's id. */
  readonly id: number;
  /** When the call was sent. */
  readonly sentAt: number;
  /** When it expires. */
  readonly until: number;
  /** When it had a response or expired. */
  endedAt?: number;
}

/** Longest time that a call counts as in flight, in ms. A request that was cut off never reports its end. */
export const LONGEST_CALL_MS = 35_000;

/** Weight of the newest call in the average round trip. */
const NEWEST_SHARE = 0.1;

/** The calls in flight. */
export class Calls {
  /** Returns the id of the next call. */
  nextId: () => number;
  readonly leases = new Map<number, Lease>();
  #atOnceUntil = -Infinity;
  /** The average round trip, in ms. */
  roundTripMs = 200;
  /** The longest round trip, in ms. Decreases with each call. */
  longestMs = 0;
  /** When the next lease expires. */
  #nextUntil = Infinity;

  constructor() {
    let next = 0;
    this.nextId = () => next++;
  }

  get inFlight(): number {
    return this.leases.size;
  }

  /** Reports whether two calls were in flight at the same time recently. */
  wereAtOnce(now: number): boolean {
    return now < this.#atOnceUntil;
  }

  /**
   * Starts a call.
   *
   * @param deadline when its caller is gone at the latest
   */
  begin(now: number, interval: number, deadline: number): Lease {
    const until = Math.max(now, Math.min(now + LONGEST_CALL_MS, deadline));
    const lease: Lease = { id: this.nextId(), sentAt: now, until };
    this.leases.set(lease.id, lease);
    this.#nextUntil = Math.min(this.#nextUntil, until);
    if (this.leases.size > 1) {
      this.#atOnceUntil = now + interval;
    }
    return lease;
  }

  /** Ends a call. Returns false if it had expired. */
  end(lease: Lease, now: number): boolean {
    lease.endedAt = now;
    if (!this.leases.delete(lease.id)) {
      return false;
    }
    const tookMs = now - lease.sentAt;
    this.roundTripMs += (tookMs - this.roundTripMs) * NEWEST_SHARE;
    this.longestMs = Math.max(tookMs, this.longestMs * (1 - NEWEST_SHARE));
    return true;
  }

  /** Ends expired leases, and returns them. The CRM may have counted their calls. */
  expire(now: number): Lease[] {
    if (now < this.#nextUntil) {
      return [];
    }
    const all = [...this.leases.values()];
    const expired = all.filter(({ until }) => until <= now);
    expired.forEach(({ id }) => this.leases.delete(id));
    this.#nextUntil = Math.min(...Array.from(this.leases.values(), ({ until }) => until));
    return expired;
  }
}
