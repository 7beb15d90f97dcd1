/** A call that the CRM may have counted. */
interface Counted {
  readonly sentAt: number;
  /** Until when it counts, less the length of the window: when it had a response, in ms. */
  readonly at: number;
}

/** A window over which the CRM counts calls: the recent ones, and how many the CRM last reported as left. */
export class Window {
  /** In the order of `at`. */
  #counted: Counted[] = [];
  /** The calls that have left the window lately. A late report may include them. */
  #gone: Counted[] = [];
  /** Calls left according to the last report, with those that have left the window since. */
  left = Infinity;
  /** When the last report came, in ms. */
  reportedAt = -Infinity;
  /** When its call was sent. */
  #askedAt = -Infinity;
  /** Its length, in ms. */
  lengthMs: number;

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  /** The number of calls that the window may count, besides those in flight. */
  get charged(): number {
    return this.#counted.length;
  }

  /** Charges a call. Reports may come late, in any order. */
  count(sentAt: number, at: number): void {
    const counted = this.#counted;
    counted.push({ sentAt, at });
    if (at < (counted.at(-2)?.at ?? at)) {
      counted.sort((a, b) => a.at - b.at);
    }
  }

  /** Drops the calls and the report that are older than the window. */
  forget(now: number): void {
    const from = now - this.lengthMs;
    while ((this.#counted[0]?.at ?? now) <= from) {
      const one = this.#counted.shift() as Counted;
      this.left += one.sentAt > this.reportedAt - this.lengthMs ? 1 : 0;
      this.#gone.push(one);
    }
    while ((this.#gone[0]?.at ?? now) <= from - this.lengthMs) {
      this.#gone.shift();
    }
    if (this.reportedAt <= from) {
      this.left = Infinity;
    }
  }

  /**
   * Takes what the CRM reports. Calls that have left the window since then are left, too. An older report than the last
   * one applies only if it may be the later one, and fewer calls are left.
   *
   * @param now until when the CRM may have counted the calls
   */
  report(left: number, sentAt: number, now: number): void {
    const stillLeft = left + this.#gone.filter((one) => one.sentAt > now - this.lengthMs).length;
    if (this.left === Infinity || sentAt >= this.reportedAt) {
      this.left = stillLeft;
      this.reportedAt = now;
      this.#askedAt = sentAt;
    } else if (sentAt < now && now > this.#askedAt) {
      this.left = Math.min(this.left, stillLeft);
    }
  }

  /** The number of charged calls that were sent after the last report. */
  get sentSince(): number {
    return this.#counted.filter(({ sentAt }) => sentAt > this.reportedAt).length;
  }

  /** Returns when the call that is `place` beyond the reported ones may leave, in ms from now. */
  reportedIn(place: number, share: number, now: number): number {
    const more = place - Math.floor(this.left / share); // calls that must leave the window first
    return more > 0 ? Math.min(this.#counted[more - 1]?.at ?? Infinity, this.reportedAt) + this.lengthMs - now : 0;
  }

  /**
   * Returns when the call at that position has left the window, in ms from now: a window after its response, which a
   * call in flight has at the earliest now. 0 if it has not been sent yet.
   */
  leavesIn(position: number, inFlight: number, now: number): number {
    const isSent = position > 0 && position <= this.charged + inFlight;
    return isSent ? (this.#counted[position - 1]?.at ?? now) + this.lengthMs - now : 0;
  }
}
