/** The calls that a window of the CRM may still count: those on their way, and those that were answered lately. */

/** One call on its way. */
export interface Lease {
  readonly id: number;
  /** In milliseconds, as all times here. */
  readonly sentAt: number;
  /** When nobody waits for its answer any more. */
  readonly until: number;
  /** When it was answered, or given up. */
  endedAt?: number;
}

/** Longest time that a call is on its way, in milliseconds: a request that was cut off never says that it has ended. */
export const LONGEST_CALL_MS = 35_000;

/** What the newest call counts in the usual round trip. */
const NEWEST_SHARE = 0.1;

interface Answered {
  readonly sentAt: number;
  readonly at: number;
}

export class Calls {
  #next = 0;
  readonly leases = new Map<number, Lease>();
  /** In the order of their answers. What is before `#first` has left every window. */
  answered: Answered[] = [];
  #first = 0;
  #atOnceUntil = -Infinity;
  /** How long a call takes, as far as is known. */
  #roundTripMs = 200;
  #now = -Infinity;
  /** When the next lease ends that nobody gives back. */
  #nextUntil = Infinity;

  get inFlight(): number {
    return this.leases.size;
  }

  /** Answered calls that a window may still count. */
  get charged(): number {
    return this.answered.length - this.#first;
  }

  /** Whether two calls were on their way together a short while ago. */
  get wereAtOnce(): boolean {
    return this.#now < this.#atOnceUntil;
  }

  /** @param deadline when its caller is gone at the latest */
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

  /** False when it was not on its way any more. @param counted false for one that the CRM has refused */
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

  /** Drops what was answered until `before`; gives when each was sent. */
  forget(before: number, now: number): number[] {
    this.#now = now;
    this.#giveUp(now);
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

  /** When calls were answered that were surely in a window of that length when it was reported, in their order. */
  answeredIn(reportedAt: number, interval: number): number[] {
    const times: number[] = [];
    for (const { sentAt, at } of this.answered) {
      if (sentAt > reportedAt - interval && at <= reportedAt) {
        times.push(at);
      }
    }
    return times;
  }

  /** Milliseconds until there is room for `place` more calls in a window that takes `size`. */
  freeIn(place: number, size: number, interval: number, now: number): number {
    const taken = this.charged + this.inFlight;
    const needed = place - (size - taken); // so many must leave first
    if (needed <= 0) {
      return 0;
    }
    const rounds = Math.floor((needed - 1) / size);
    const one = this.answered[this.#first + ((needed - 1) % size)];
    // One that is on its way is answered soon, and leaves a window later.
    const at = (one?.at ?? now + this.#roundTripMs) + interval;
    return Math.max(0, at + rounds * interval - now);
  }

  /** Leases of requests that are gone: they may have counted until then. */
  #giveUp(now: number): void {
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
