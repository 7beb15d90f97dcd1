/**
 * The gate of one portal and one family of calls: it knows how many calls may be on their way now. It is numbers and a
 * queue, and no more: callers sleep on timers of their own and ask again, since on the edge a promise or a timer belongs
 * to the request that made it.
 *
 * Four things hold a call back, and the strictest counts: the app's own bucket of tokens, the guard (no more calls in a
 * window than the CRM takes, each charged from its sending until a window after its answer), the number that the CRM has
 * reported, and a hold (after a 429, or when nothing remains). So a window can never see more than it takes, whatever
 * the latency and wherever it begins.
 */

import { Calls, type Lease } from './calls.ts';
import type { RateReport } from './rate-headers.ts';

/** What a family of calls begins with. */
export interface GateSettings {
  /** Tokens that the bucket holds. */
  readonly capacity: number;
  readonly refillPerSecond: number;
  /** Tokens of one call. */
  readonly cost: number;
  /** Calls that the CRM is known to take in `intervalMs`; absent: it says so itself. */
  readonly max?: number;
  readonly intervalMs: number;
  /** Learns the CRM's own limits, and restores the rate after 429s. */
  readonly adaptive: boolean;
  /** Waits longer than this, in milliseconds, are not waited for. */
  readonly capMs: number;
}

/** The daily pool is empty: milliseconds until it is looked at again (spec, Client-side budget defaults). */
const DAILY_PAUSE_MS = 60_000;

/** The window of Secondly-Remaining, in milliseconds. */
const SECOND_MS = 1_000;

/** With as few calls left for the day, they go one at a time. */
const LAST_DAILY = 10;

/** The rate is never lower, in tokens a second (spec, Client-side budget defaults). */
const LOWEST_RATE = 1;

/** After a 429 that says nothing: the first pause in milliseconds, which doubles with each. */
const FIRST_PAUSE_MS = 1_000;

/** How long the adaptive rate takes to double after a 429, in milliseconds. */
const RESTORE_MS = 40_000;

/** Calls that every window takes, as long as no answer tells more (spec, Upstream CRM API limits: the lowest). */
const LOWEST_MAX = 100;

/** What is left of the adaptive rate after a 429. */
const ADAPTIVE_CUT = 0.8;

export class Gate {
  protected readonly settings: GateSettings;
  readonly #random: () => number;
  readonly calls = new Calls();
  #tokens: number;
  #rate: number;
  #last = -Infinity;
  #max: number | undefined;
  #isAnswered = false;
  /** The CRM has said what its window takes, and counts down to zero. */
  #isTold = false;
  protected interval: number;
  #hold = -Infinity;
  /** What the CRM has reported last, when, and how many calls have left its window since. */
  #remaining: number | undefined;
  #reportedAt = 0;
  #credit = 0;
  /** What is left of the second, and when that was reported. The CRM enforces it no more (spec, Response headers). */
  #secondly = Infinity;
  #secondlyAt = -Infinity;
  #daily = Infinity;
  /** When the CRM has taken no more: one call goes to see whether it does again, and this is when it may be sent first. */
  #probeFrom: number | undefined;
  #halvedAt = -Infinity;
  #refusals = 0;
  /** Calls that were turned away and told when to come again: the next is told a later time. */
  protected phantoms = 0;

  constructor(settings: GateSettings, random: () => number) {
    this.settings = settings;
    this.#random = random;
    this.#tokens = settings.capacity;
    this.#rate = settings.refillPerSecond;
    this.#max = settings.max;
    this.interval = settings.intervalMs;
  }

  /** Among how many isolates the budget is shared, where nobody tells them apart. */
  share = 1;

  /** Tokens a second. */
  get rate(): number {
    return this.#rate;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Milliseconds of the hold that are left. */
  holdFor(now: number): number {
    return Math.max(0, this.#hold - now);
  }

  /** Whether nothing would be lost if it were forgotten: no call on its way, none held back, no lesson learned. */
  isIdle(now: number): boolean {
    this.advance(now);
    const { capacity, refillPerSecond } = this.settings;
    const isFull = this.#tokens >= capacity && this.#rate === refillPerSecond;
    return isFull && this.#hold <= now && this.calls.inFlight === 0 && this.calls.charged === 0;
  }

  /** How many calls may leave now, of `waiting` that would. */
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
    if (this.isSingleFile) {
      free = Math.min(free, 1 - this.unreported(now));
    }
    return Math.max(0, free);
  }

  /** Takes the tokens of a call that leaves now. @param deadline when its caller is gone at the latest */
  lease(now: number, deadline = Infinity): Lease {
    this.advance(now);
    this.take(this.settings.cost);
    return this.calls.begin(now, this.interval, deadline);
  }

  protected take(tokens: number): void {
    this.#tokens = Math.max(0, this.#tokens - tokens);
  }

  /** The bucket holds no more than the CRM has reported to remain. */
  protected clamp(remaining: number): void {
    this.#tokens = Math.min(this.#tokens, Math.max(0, remaining - this.calls.inFlight));
  }

  /** Calls that are not in what the CRM has reported to remain. */
  protected unreported(_now: number): number {
    return this.calls.inFlight;
  }

  /** A call has ended; without a report it got no answer, and may have counted. */
  settle(lease: Lease, now: number, report: RateReport | undefined): void {
    this.advance(now);
    const isRefused = report?.status === 429;
    if (!this.calls.end(lease, now, !isRefused)) {
      return; // it was given up, and stands for nothing any more
    }
    if (report === undefined) {
      return;
    }
    this.#isAnswered = true;
    if (this.settings.max === undefined) {
      this.#learn(lease, now, report); // a family whose limit is known has no headers (spec, Client-side rate bucket)
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

  /** Milliseconds until the call that is `place`th in the queue may leave, as things stand. */
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

  /** When calls surely leave the second that the CRM has told of last. */
  get #leavesSecond(): number[] {
    return this.calls.answeredIn(this.#secondlyAt, SECOND_MS).map((at) => at + SECOND_MS);
  }

  /** Milliseconds until that second has room for the call, or is over. */
  #secondIn(place: number, now: number): number {
    const needed = place - (this.#secondly - this.unreported(now)); // so many must leave first
    const end = this.#secondlyAt + SECOND_MS;
    return needed > 0 && now < end ? (this.#leavesSecond[needed - 1] ?? end) - now : 0;
  }

  /** Milliseconds until the bucket alone lets that call leave. */
  protected tokensIn(place: number): number {
    return ((place * this.settings.cost - this.#ownTokens) / (this.#rate / this.share)) * 1000;
  }

  /** Whether one call goes at a time. */
  get isSingleFile(): boolean {
    return this.#daily <= LAST_DAILY || this.#probeFrom !== undefined;
  }

  /** Whether it is worth to wait for a first report: until then the window is taken for smaller than it may be. */
  get isUnknown(): boolean {
    return this.#max === undefined && !this.#isAnswered && this.calls.inFlight > 0;
  }

  /**
   * Milliseconds after which a call that is turned away has a chance. They all are told different times: told the same
   * one they would all come at once.
   */
  hint(place: number, now: number): number {
    const wait = this.waitFor(place + Math.floor(this.phantoms), now);
    this.phantoms += 1;
    return wait;
  }

  /** Brings the numbers to the time. A clock that steps back changes nothing. */
  advance(now: number): void {
    const passed = now - this.#last;
    if (passed <= 0) {
      return;
    }
    if (this.#last !== -Infinity) {
      const tokens = ((passed / 1000) * this.#rate) / this.share;
      this.#tokens = Math.min(this.#capacity(), this.#tokens + tokens);
      this.phantoms = Math.max(0, this.phantoms - tokens / this.settings.cost);
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
      this.#isTold = true;
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
        this.#park(now);
      }
    }
  }

  #refused(lease: Lease, now: number, { retryAfterMs, policy }: RateReport): void {
    this.#tokens = 0;
    this.#refusals += 1;
    if (lease.sentAt >= this.#halvedAt) {
      // Once an episode: what left before the first 429 was known was refused together, also when that is told late.
      this.#rate = Math.max(
        Math.min(LOWEST_RATE, this.#rate),
        this.#rate * (this.settings.adaptive ? ADAPTIVE_CUT : 0.5),
      );
      this.#halvedAt = this.#last;
    }
    if (retryAfterMs !== undefined) {
      this.holdUntil(now + retryAfterMs);
    } else if (policy === 'DAILY') {
      this.#park(now);
    } else {
      const pause = Math.min(this.interval, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
      this.holdUntil(now + pause * (1 + this.#random() / 4));
    }
  }

  #park(now: number): void {
    this.holdUntil(now + DAILY_PAUSE_MS);
  }

  /** Nothing leaves before; then one call goes to see. */
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

  /** What the adaptive rate comes to: all that the CRM takes, in tokens a second. */
  #fullRate(): number {
    const { refillPerSecond, cost } = this.settings;
    return Math.max(refillPerSecond, ((this.#max ?? 0) * cost * 1000) / this.interval);
  }

  #capacity(): number {
    const { capacity, adaptive, cost } = this.settings;
    return adaptive ? Math.max(capacity, (this.#max ?? 0) * cost) : capacity;
  }

  /** The tokens of this isolate's share. */
  get #ownTokens(): number {
    return Math.min(this.#tokens, this.#capacity() / this.share);
  }

  protected windowSize(): number {
    const burst = Math.floor(this.settings.capacity / this.settings.cost);
    // Until the first answer tells the size, no more than the app believes in is on its way.
    const isAwaited = !this.#isAnswered && this.calls.inFlight > 0;
    const size = this.#max ?? (isAwaited ? burst : Math.max(LOWEST_MAX, burst));
    return Math.max(1, Math.floor(size / this.share));
  }

  /**
   * Calls of a window that are left alone: the last one is answered with a zero, and zero holds everything for a whole
   * window. A caller that sends one call after the other is given all of them.
   */
  #reserve(waiting: number): number {
    return !this.#isTold || (waiting <= 1 && !this.calls.wereAtOnce) ? 0 : 1;
  }
}
