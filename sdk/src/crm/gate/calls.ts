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

interface Answered {
  readonly sentAt: number;
  readonly at: number;
}

/** The calls that a window of the CRM may count: those in flight, and those with a recent response. */
export class Calls {
  #next = 0;
  readonly leases = new Map<number, Lease>();
  /** In the order of their responses. Those before `#first` have left every window. */
  answered: Answered[] = [];
  #first = 0;
  #atOnceUntil = -Infinity;
  /** The average round trip, in ms. */
  #roundTripMs = 200;
  #now = -Infinity;
  /** When the next lease expires. */
  #nextUntil = Infinity;

  get inFlight(): number {
    return this.leases.size;
  }

  /** The number of calls with a response that a window may count. */
  get charged(): number {
    return this.answered.length - this.#first;
  }

  /** Whether two calls were in flight at the same time recently. */
  get wereAtOnce(): boolean {
    return this.#now < this.#atOnceUntil;
  }

  /**
   * Starts a call.
   *
   * @param deadline when its caller is gone at the latest
   */
  begin(now: number, interval: number, deadline: number): Lease {
    const until = Math.max(now, Math.min(now + LONGEST_CALL_MS, deadline));
    const lease: Lease = { id: this.#next++, sentAt: now, until };
    this.leases.set(lease.id, lease);
    this.#nextUntil = Math.min(this.#nextUntil, until);
    if (this.leases.size > 1) {
      this.#atOnceUntil = now + interval;
    }
    return lease;
  }

  /**
   * Ends a call. Returns false if it had expired.
   *
   * @param counted false if the CRM refused it
   */
  end(lease: Lease, now: number, counted: boolean): boolean {
    const { id, sentAt } = lease;
    lease.endedAt = now;
    if (!this.leases.delete(id)) {
      return false;
    }
    this.#roundTripMs += (now - sentAt - this.#roundTripMs) * NEWEST_SHARE;
    if (counted) {
      this.answered.push({ sentAt, at: now });
    }
    return true;
  }

  /** Drops the calls with a response until `before`, and returns when each was sent. */
  forget(before: number, now: number): number[] {
    this.#now = now;
    this.#expire(now);
    const sent: number[] = [];
    for (
      let one = this.answered[this.#first];
      one !== undefined && one.at <= before;
      one = this.answered[this.#first]
    ) {
      sent.push(one.sentAt);
      this.#first += 1;
    }
    if (this.#first > 64 && this.#first * 2 > this.answered.length) {
      this.answered = this.answered.slice(this.#first);
      this.#first = 0;
    }
    return sent;
  }

  /** Returns the response times of the calls that were certainly in a window of that length at `reportedAt`. */
  answeredIn(reportedAt: number, interval: number): number[] {
    const times: number[] = [];
    for (const { sentAt, at } of this.answered) {
      if (sentAt > reportedAt - interval && at <= reportedAt) {
        times.push(at);
      }
    }
    return times;
  }

  /** Returns when a window of `size` calls has room for `place` more, in ms from now. */
  freeIn(place: number, size: number, interval: number, now: number): number {
    const taken = this.charged + this.inFlight;
    const needed = place - (size - taken); // calls that must leave first
    if (needed <= 0) {
      return 0;
    }
    const rounds = Math.floor((needed - 1) / size);
    const one = this.answered[this.#first + ((needed - 1) % size)];
    // A call in flight has a response soon, and leaves one window later.
    const at = (one?.at ?? now + this.#roundTripMs) + interval;
    return Math.max(0, at + rounds * interval - now);
  }

  /** Ends expired leases. The CRM may have counted their calls. */
  #expire(now: number): void {
    if (now < this.#nextUntil) {
      return;
    }
    this.#nextUntil = Infinity;
    for (const { id, sentAt, until } of this.leases.values()) {
      if (until <= now) {
        this.leases.delete(id);
        this.answered.push({ sentAt, at: until });
      } else {
        this.#nextUntil = Math.min(this.#nextUntil, until);
      }
    }
  }
}
