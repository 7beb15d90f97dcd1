/** An interval in which no call is sent. A probe follows. */
export class Hold {
  #until = -Infinity;
  #isProbing = false;

  /** Holds calls until then. */
  extend(until: number): void {
    if (until > this.#until) {
      this.#until = until;
      this.#isProbing = true;
    }
  }

  /** Returns the remaining time, in ms. */
  for(now: number): number {
    return Math.max(0, this.#until - now);
  }

  /** Whether the next call is a probe, for which all others wait. */
  get isProbing(): boolean {
    return this.#isProbing;
  }

  /** Ends the probing, if the successful call was sent after the hold. */
  probed(sentAt: number): void {
    this.#isProbing &&= sentAt < this.#until;
  }
}

/** What the CRM counts for a whole portal, in every family. */
export class Account extends Hold {
  /** The last reported Daily-Remaining. 0 after a daily 429. */
  dailyLeft = Infinity;

  /** Ends the probing, and forgets an exhausted quota that the probe's response does not report. */
  override probed(sentAt: number): void {
    super.probed(sentAt);
    if (!this.isProbing) {
      this.dailyLeft ||= Infinity;
    }
  }
}
