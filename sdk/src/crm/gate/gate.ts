import { Calls, type Lease } from './calls.ts';
import type { RateReport } from './rate-headers.ts';

/** The settings of a gate. */
export interface GateSettings {
  /** Size of the bucket, in tokens. */
  readonly capacity: number;
  /** Refill rate, in tokens per second. */
  readonly refillPerSecond: number;
  /** Tokens per call. */
  readonly cost: number;
  /** Calls per window, if known. Default: reported by the CRM. */
  readonly max?: number;
  /** Length of the CRM's window, in ms. */
  readonly intervalMs: number;
  /** Whether the rate follows the limit of the CRM and recovers after 429s. */
  readonly adaptive: boolean;
  /** The longest wait, in ms. */
  readonly capMs: number;
}

/** Pause until a probe when the daily quota is exhausted, in ms (spec, Client-side budget defaults). */
const DAILY_PAUSE_MS = 60_000;

/** The window of Secondly-Remaining, in ms. */
const SECOND_MS = 1_000;

/** Calls left of the daily quota at which calls are sent one at a time. */
const LAST_DAILY = 10;

/** The lowest rate, in tokens per second (spec, Client-side budget defaults). */
const LOWEST_RATE = 1;

/** First pause after a 429 without Retry-After, in ms. Doubles with each. */
const FIRST_PAUSE_MS = 1_000;

/** Time in which the adaptive rate doubles after a 429, in ms. */
const RESTORE_MS = 40_000;

/** Calls per window until the CRM reports its limit: the lowest of all tiers (spec, Upstream CRM API limits). */
const LOWEST_MAX = 100;

/** Factor of the adaptive rate after a 429. */
const ADAPTIVE_CUT = 0.8;

/**
 * Decides how many calls of one family may be sent to one portal now. The strictest of four limits applies:
 *
 * - the app's token bucket
 * - the window of the CRM: a call is charged from when it is sent until one window after its response
 * - the remaining calls that the CRM reported
 * - a hold, after a 429 or when no calls remain
 *
 * So no window of the CRM sees more calls than its limit, whatever the latency. The gate holds numbers only. Callers
 * wait with their own timers, since on the edge a promise or a timer belongs to the request that created it.
 */
export class Gate {
  protected readonly settings: GateSettings;
  readonly #random: () => number;
  /** The calls that a window may still count. */
  readonly calls = new Calls();
  #tokens: number;
  #rate: number;
  #last = -Infinity;
  #max: number | undefined;
  #hasReport = false;
  /** Whether the CRM has reported its limit. The remaining calls then count down to zero. */
  #isMaxReported = false;
  protected interval: number;
  #hold = -Infinity;
  /** The remaining calls of the last report. */
  #remaining: number | undefined;
  #reportedAt = 0;
  /** Calls that have left the window since that report. */
  #credit = 0;
  /** The last reported Secondly-Remaining. The CRM no longer enforces it (spec, Response headers). */
  #secondly = Infinity;
  #secondlyAt = -Infinity;
  /** The last reported Daily-Remaining. */
  #daily = Infinity;
  /** When a probe may be sent, after a hold. Undefined if no probe is needed. */
  #probeFrom: number | undefined;
  /** When the rate was last reduced. */
  #halvedAt = -Infinity;
  /** 429s in a row. */
  #refusals = 0;
  /** Deferred calls that are expected again. Each gets a later hint than the one before. */
  protected deferred = 0;

  constructor(settings: GateSettings, random: () => number) {
    this.settings = settings;
    this.#random = random;
    this.#tokens = settings.capacity;
    this.#rate = settings.refillPerSecond;
    this.#max = settings.max;
    this.interval = settings.intervalMs;
  }

  /** The number of isolates that divide the budget without a coordinator. */
  share = 1;

  /** Tokens per second. */
  get rate(): number {
    return this.#rate;
  }

  /** Tokens in the bucket. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Returns the remaining time of the hold, in ms. */
  holdFor(now: number): number {
    return Math.max(0, this.#hold - now);
  }

  /** Reports whether the gate is in its initial state, so that it can be discarded. */
  isIdle(now: number): boolean {
    this.advance(now);
    const { capacity, refillPerSecond } = this.settings;
    const isFull = this.#tokens >= capacity && this.#rate === refillPerSecond;
    return isFull && this.#hold <= now && this.calls.inFlight === 0 && this.calls.charged === 0;
  }

  /** Returns how many of the `waiting` calls may leave now. */
  available(now: number, waiting: number): number {
    this.advance(now);
    if (now < this.#hold) {
      return 0;
    }
    const inFlight = this.calls.inFlight;
    let free = Math.floor(this.#ownTokens / this.settings.cost);
    free = Math.min(free, this.windowSize() - this.#reserve(waiting) - inFlight - this.calls.charged);
    if (this.#remaining !== undefined) {
      free = Math.min(free, Math.floor((this.#remaining + this.#credit) / this.share) - this.unreported(now));
    }
    if (now < this.#secondlyAt + SECOND_MS) {
      const left = this.#leavesSecond.filter((at) => at <= now).length;
      free = Math.min(free, this.#secondly + left - this.unreported(now));
    }
    if (this.isSerial) {
      free = Math.min(free, 1 - this.unreported(now));
    }
    return Math.max(0, free);
  }

  /**
   * Takes the tokens of a call that leaves now.
   *
   * @param deadline when its caller is gone at the latest
   */
  lease(now: number, deadline = Infinity): Lease {
    this.advance(now);
    this.take(this.settings.cost);
    return this.calls.begin(now, this.interval, deadline);
  }

  protected take(tokens: number): void {
    this.#tokens = Math.max(0, this.#tokens - tokens);
  }

  /** Reduces the tokens to what remains according to the CRM. */
  protected clamp(remaining: number): void {
    this.#tokens = Math.min(this.#tokens, Math.max(0, remaining - this.calls.inFlight));
  }

  /** Returns the number of calls that the last report does not include. */
  protected unreported(_now: number): number {
    return this.calls.inFlight;
  }

  /** Ends a call. Without a report there was no response, and the CRM may have counted the call. */
  settle(lease: Lease, now: number, report: RateReport | undefined): void {
    this.advance(now);
    const isRefused = report?.status === 429;
    if (!this.calls.end(lease, now, !isRefused)) {
      return; // it expired
    }
    if (report === undefined) {
      return;
    }
    this.#hasReport = true;
    if (this.settings.max === undefined) {
      this.#learn(lease, now, report); // responses to searches have no rate headers (spec, Client-side rate bucket)
    }
    if (isRefused) {
      this.#refused(lease, now, report);
    } else {
      this.#refusals = 0;
      if (
        this.#probeFrom !== undefined &&
        lease.sentAt >= this.#probeFrom &&
        report.remaining !== 0 &&
        report.dailyRemaining !== 0
      ) {
        this.#probeFrom = undefined;
      }
    }
  }

  /** Returns when the call at this place in the queue may leave, in ms from now. */
  waitFor(place: number, now: number): number {
    this.advance(now);
    const window = Math.max(1, this.windowSize() - this.#reserve(place));
    return Math.max(
      0,
      this.#hold - now,
      this.tokensIn(place),
      this.calls.freeIn(place, window, this.interval, now),
      this.#secondIn(place, now),
    );
  }

  /** The times at which calls leave the second of the last report. */
  get #leavesSecond(): number[] {
    return this.calls.answeredIn(this.#secondlyAt, SECOND_MS).map((at) => at + SECOND_MS);
  }

  /** Returns when that second has room for the call, in ms from now. */
  #secondIn(place: number, now: number): number {
    const needed = place - (this.#secondly - this.unreported(now)); // calls that must leave first
    const end = this.#secondlyAt + SECOND_MS;
    return needed > 0 && now < end ? (this.#leavesSecond[needed - 1] ?? end) - now : 0;
  }

  /** Returns when the bucket alone admits the call, in ms from now. */
  protected tokensIn(place: number): number {
    return ((place * this.settings.cost - this.#ownTokens) / (this.#rate / this.share)) * 1000;
  }

  /** Whether the next call is a probe, for which all others wait. */
  get isProbing(): boolean {
    return this.#probeFrom !== undefined;
  }

  /** Whether calls are sent one at a time: a probe, or the last calls of the day. */
  get isSerial(): boolean {
    return this.#daily <= LAST_DAILY || this.isProbing;
  }

  /** Whether the first report is pending. It may raise the limit, so calls wait for it. */
  get isUnknown(): boolean {
    return this.#max === undefined && !this.#hasReport && this.calls.inFlight > 0;
  }

  /**
   * Defers a call, and returns when it may retry, in ms from now. Hints differ, so that retries do not come at once.
   */
  hint(place: number, now: number): number {
    const wait = this.waitFor(place + Math.floor(this.deferred), now);
    this.deferred += 1;
    return wait;
  }

  /** Updates the state to the given time. Does nothing if the clock was set back. */
  advance(now: number): void {
    const passed = now - this.#last;
    if (passed <= 0) {
      return;
    }
    if (this.#last !== -Infinity) {
      const tokens = ((passed / 1000) * this.#rate) / this.share;
      this.#tokens = Math.min(this.#capacity(), this.#tokens + tokens);
      this.deferred = Math.max(0, this.deferred - tokens / this.settings.cost);
      this.#restore(passed);
    }
    this.#last = now;
    for (const sent of this.calls.forget(now - this.interval, now)) {
      this.#credit += sent > this.#reportedAt - this.interval ? 1 : 0;
    }
    if (this.#remaining !== undefined && now >= this.#reportedAt + this.interval) {
      this.#remaining = undefined;
    }
  }

  #learn(
    lease: Lease,
    now: number,
    { max, intervalMs, remaining, secondlyRemaining, dailyRemaining }: RateReport,
  ): void {
    this.interval = intervalMs ?? this.interval;
    if (max !== undefined) {
      this.#max = max;
      this.#isMaxReported = true;
      if (this.settings.adaptive && this.#halvedAt === -Infinity) {
        this.#rate = this.#fullRate();
      }
    }
    if (remaining !== undefined) {
      this.clamp(remaining);
      const isNewer = this.#remaining === undefined || lease.sentAt >= this.#reportedAt;
      if (isNewer || remaining < (this.#remaining as number) + this.#credit) {
        this.#remaining = remaining;
        this.#reportedAt = isNewer ? now : this.#reportedAt;
        this.#credit = 0;
      }
      if (remaining === 0) {
        this.holdUntil(now + this.interval);
      }
    }
    if (secondlyRemaining !== undefined) {
      if (lease.sentAt >= this.#secondlyAt || secondlyRemaining < this.#secondly) {
        this.#secondly = secondlyRemaining;
        this.#secondlyAt = now;
      }
    }
    if (dailyRemaining !== undefined) {
      this.#daily = dailyRemaining;
      if (dailyRemaining === 0) {
        this.#pauseForDay(now);
      }
    }
  }

  #refused(lease: Lease, now: number, { retryAfterMs, policy }: RateReport): void {
    this.#tokens = 0;
    this.#refusals += 1;
    if (lease.sentAt >= this.#halvedAt) {
      // Once per episode: calls that left before the first 429 were refused for the same reason.
      this.#rate = Math.max(
        Math.min(LOWEST_RATE, this.#rate),
        this.#rate * (this.settings.adaptive ? ADAPTIVE_CUT : 0.5),
      );
      this.#halvedAt = this.#last;
    }
    if (retryAfterMs !== undefined) {
      this.holdUntil(now + retryAfterMs);
    } else if (policy === 'DAILY') {
      this.#pauseForDay(now);
    } else {
      const pause = Math.min(this.interval, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
      this.holdUntil(now + pause * (1 + this.#random() / 4));
    }
  }

  #pauseForDay(now: number): void {
    this.holdUntil(now + DAILY_PAUSE_MS);
  }

  /** Holds all calls until then. A probe follows. */
  holdUntil(at: number): void {
    if (at > this.#hold) {
      this.#hold = at;
      this.#probeFrom = at;
    }
  }

  #restore(passed: number): void {
    if (this.settings.adaptive) {
      this.#rate = Math.min(this.#fullRate(), this.#rate * (1 + passed / RESTORE_MS));
    }
  }

  /** Returns the upper bound of the adaptive rate: the limit of the CRM, in tokens per second. */
  #fullRate(): number {
    const { refillPerSecond, cost } = this.settings;
    return Math.max(refillPerSecond, ((this.#max ?? 0) * cost * 1000) / this.interval);
  }

  #capacity(): number {
    const { capacity, adaptive, cost } = this.settings;
    return adaptive ? Math.max(capacity, (this.#max ?? 0) * cost) : capacity;
  }

  /** This isolate's share of the tokens. */
  get #ownTokens(): number {
    return Math.min(this.#tokens, this.#capacity() / this.share);
  }

  protected windowSize(): number {
    const burst = Math.floor(this.settings.capacity / this.settings.cost);
    // Until the first report, no more calls than the app's bucket holds are in flight.
    const isAwaited = !this.#hasReport && this.calls.inFlight > 0;
    const size = this.#max ?? (isAwaited ? burst : Math.max(LOWEST_MAX, burst));
    return Math.max(1, Math.floor(size / this.share));
  }

  /**
   * Returns how many calls of a window stay unused. The response to the last one reports 0 remaining, which causes a
   * hold of a whole window. Sequential callers may use it.
   */
  #reserve(waiting: number): number {
    return !this.#isMaxReported || (waiting <= 1 && !this.calls.wereAtOnce) ? 0 : 1;
  }
}
