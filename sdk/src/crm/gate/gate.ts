import { Calls, type Lease } from './calls.ts';
import { Account, Hold } from './hold.ts';
import type { RateReport } from './rate-headers.ts';
import { keptFrom } from './stride.ts';
import { Window } from './window.ts';

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
}

/** The window of Secondly-Remaining, in ms. */
const SECOND_MS = 1_000;

/** Pause until a probe when the daily quota is exhausted, in ms (spec, Client-side budget defaults). */
const DAILY_PAUSE_MS = 60_000;

/** Calls left of the daily quota at which calls are sent one at a time. */
const LAST_DAILY = 10;

/** The lowest rate, in tokens per second (spec, Client-side budget defaults). */
const LOWEST_RATE = 1;

/** First pause after a 429 without Retry-After, in ms. Doubles with each. */
const FIRST_PAUSE_MS = 1_000;

/** Time in which the adaptive rate recovers from any 429s, in ms. */
const RESTORE_MS = 30_000;

/** Calls per window until the CRM reports its limit: the lowest of all tiers (spec, Upstream CRM API limits). */
export const LOWEST_MAX = 100;

/** Factor of the adaptive rate after a 429. */
const ADAPTIVE_CUT = 0.8;

/**
 * Decides when calls of one family may be sent to one portal. The strictest of four limits applies:
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
  /** What the families of the portal share. */
  readonly account: Account;
  /** A hold of this family: when no calls remain, or after a 429 without Retry-After. */
  protected readonly hold = new Hold();
  /** The calls in flight. */
  readonly calls = new Calls();
  /** The calls that the CRM counts, with Remaining. */
  readonly window: Window;
  /**
   * The calls of Secondly-Remaining. The CRM no longer enforces it (spec, Response headers), so a call counts from when
   * it was sent, without a margin for its round trip.
   */
  readonly #second = new Window(SECOND_MS);
  /** Calls that the CRM allows in a second. */
  #perSecond = Infinity;
  /** Tokens in the bucket. */
  tokens: number;
  /** Tokens per second. */
  rate: number;
  /** The number of isolates that divide the budget without a coordinator. */
  share = 1;
  #last = -Infinity;
  #max: number | undefined;
  #hasReport = false;
  /** When the rate was last reduced. */
  #halvedAt = -Infinity;
  /** 429s in a row. */
  #refusals = 0;
  /** The waits of some places at that time, in ms, until the state changes. */
  readonly #waits = new Map<number, number>();
  #waitsAt = -Infinity;

  constructor(settings: GateSettings, random: () => number, account = new Account()) {
    this.settings = settings;
    this.#random = random;
    this.account = account;
    this.tokens = settings.capacity;
    this.rate = settings.refillPerSecond;
    this.#max = settings.max;
    this.window = new Window(settings.intervalMs);
  }

  /** Length of the CRM's window, in ms. */
  get interval(): number {
    return this.window.lengthMs;
  }

  /** Returns the remaining time of the hold, in ms. */
  holdFor(now: number): number {
    return Math.max(this.hold.for(now), this.account.for(now));
  }

  /** Reports whether the gate is in its initial state, so that it can be discarded. */
  isIdle(now: number): boolean {
    this.advance(now);
    const { capacity, refillPerSecond } = this.settings;
    const isFull = this.tokens >= capacity && this.rate === refillPerSecond;
    return isFull && this.holdFor(now) === 0 && this.calls.inFlight === 0 && this.window.charged === 0;
  }

  /**
   * Returns when the call at this place among the waiting ones may leave, in ms from now. The first place is 1.
   *
   * @param stride the caller's. Default: that of a card
   */
  waitFor(place: number, now: number, stride = 1): number {
    this.advance(now);
    if (now !== this.#waitsAt) {
      this.#waitsAt = now;
      this.changed();
    }
    // Without rounding errors of the tokens. Another family may have held the portal just now.
    const wait = Math.max(
      this.#waits.get(place) ?? this.#compute(place, now),
      this.#windowIn(place + keptFrom(stride, this.windowSize()), now),
    );
    return Math.max(this.account.for(now), Math.ceil(wait - 1e-6));
  }

  /** Computes the wait of a place, after those of the places that it follows by one window or one second. */
  #compute(last: number, now: number): number {
    const waits = this.#waits;
    const [unreported, inSecond] = [this.unreported(now), this.#second.sentSince];
    const pending = [last];
    for (let place = last; ; place = pending.at(-1) as number) {
      const inWindow = this.#known(place - this.#sizeFor(place, now));
      const inLastSecond = this.#known(place - this.#perSecond);
      if (inWindow === undefined || inLastSecond === undefined) {
        pending.push(place - (inWindow === undefined ? this.#sizeFor(place, now) : this.#perSecond));
        continue;
      }
      const { calls } = this;
      const wait = Math.max(
        0,
        this.holdFor(now),
        this.roomIn(place, now, unreported),
        inWindow + this.interval + calls.roundTripMs,
        this.#second.reportedIn(place + inSecond, 1, now),
        inLastSecond + SECOND_MS,
        this.isSerial && place + this.awaited(now) > 1 ? calls.roundTripMs : 0,
      );
      waits.set(place, wait);
      pending.pop();
      if (place === last) {
        return wait;
      }
    }
  }

  /** Returns the wait of a place if it is computed. Calls before the first place have left. */
  #known(place: number): number | undefined {
    return place > 0 ? this.#waits.get(place) : -Infinity;
  }

  /** Returns when the bucket and the window have room for that many calls, in ms from now. Ignores the second. */
  roomIn(place: number, now: number, unreported = this.unreported(now)): number {
    return Math.max(
      this.tokensIn(place),
      this.#windowIn(place, now),
      this.window.reportedIn(place + unreported, this.share, now),
    );
  }

  /** Returns when the window has room for that many calls besides the charged ones, in ms from now. */
  #windowIn(place: number, now: number): number {
    const { calls, window } = this;
    const size = this.#sizeFor(place, now);
    const sent = window.charged + calls.inFlight;
    return window.leavesIn(Math.min(place, size) + sent - size, calls.inFlight, now);
  }

  /** Forgets the waits, since the state has changed. */
  protected changed(): void {
    this.#waits.clear();
  }

  /**
   * Takes the tokens of a call that leaves now.
   *
   * @param deadline when its caller is gone at the latest
   */
  lease(now: number, deadline = Infinity): Lease {
    this.advance(now);
    this.take(this.settings.cost);
    this.#second.count(now, now);
    return this.calls.begin(now, this.interval, deadline);
  }

  protected take(tokens: number): void {
    this.tokens = Math.max(0, this.tokens - tokens);
    this.changed();
  }

  /** Reduces the tokens to what remains according to the CRM. */
  protected clamp(remaining: number): void {
    this.tokens = Math.min(this.tokens, Math.max(0, remaining - this.calls.inFlight));
  }

  /** Returns the number of calls that the last report does not include. */
  unreported(_now: number): number {
    return this.calls.inFlight;
  }

  /** Returns the number of calls that a probe waits for. */
  protected awaited(_now: number): number {
    return this.calls.inFlight;
  }

  /** Ends a call. Without a report there was no response, and the CRM may have counted the call. */
  settle(lease: Lease, now: number, report: RateReport | undefined): void {
    this.advance(now);
    this.changed();
    const isRefused = report?.status === 429;
    if (!this.calls.end(lease, now)) {
      return; // it expired
    }
    if (!isRefused) {
      this.window.count(lease.sentAt, now);
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
      this.hold.probed(lease.sentAt);
      this.account.probed(lease.sentAt);
    }
  }

  /** Returns when the bucket alone admits the call, in ms from now. */
  protected tokensIn(place: number): number {
    const own = Math.min(this.tokens, this.#capacity() / this.share);
    return ((place * this.settings.cost - own) / (this.rate / this.share)) * 1000;
  }

  /** Whether the next call is a probe, for which all others wait. */
  get isProbing(): boolean {
    return this.hold.isProbing || this.account.isProbing;
  }

  /** Whether calls are sent one at a time: a probe, or the last calls of the day. */
  get isSerial(): boolean {
    return this.account.dailyLeft <= LAST_DAILY || this.isProbing;
  }

  /** Whether the first report is pending. It may raise the limit, so calls wait for it. */
  get isUnknown(): boolean {
    return this.#max === undefined && !this.#hasReport && this.calls.inFlight > 0;
  }

  /** Updates the state to the given time. Does nothing if the clock was set back. */
  advance(now: number): void {
    const passed = now - this.#last;
    if (passed <= 0) {
      return;
    }
    if (this.#last !== -Infinity) {
      this.tokens = Math.min(this.#capacity(), this.tokens + ((passed / 1000) * this.rate) / this.share);
      if (this.settings.adaptive) {
        const full = this.#fullRate();
        this.rate = Math.min(full, this.rate + (full * passed) / RESTORE_MS);
      }
    }
    this.#last = now;
    for (const { sentAt, until } of this.calls.expire(now)) {
      this.window.count(sentAt, until);
    }
    this.window.forget(now);
    this.#second.forget(now);
  }

  #learn(
    { sentAt }: Lease,
    now: number,
    { max, intervalMs, remaining, secondly, secondlyRemaining, dailyRemaining }: RateReport,
  ): void {
    this.window.lengthMs = intervalMs ?? this.interval;
    if (max !== undefined) {
      this.#max = max;
      if (this.settings.adaptive && this.#halvedAt === -Infinity) {
        this.rate = this.#fullRate();
      }
    }
    if (remaining !== undefined) {
      this.clamp(remaining);
      this.window.report(remaining, sentAt, now);
      if (remaining === 0) {
        this.hold.extend(now + this.interval);
      }
    }
    if (secondlyRemaining !== undefined) {
      this.#perSecond = secondly || Infinity;
      this.#second.report(secondlyRemaining, sentAt, sentAt);
    }
    if (dailyRemaining !== undefined) {
      this.account.dailyLeft = dailyRemaining;
      if (dailyRemaining === 0) {
        this.holdUntil(now + DAILY_PAUSE_MS);
      }
    }
  }

  #refused({ sentAt }: Lease, now: number, { retryAfterMs, policy }: RateReport): void {
    const { adaptive } = this.settings;
    const isDaily = policy === 'DAILY';
    this.tokens = 0;
    this.#refusals += 1;
    if (sentAt >= this.#halvedAt && !(adaptive && isDaily)) {
      // Once per episode: calls that left before the first 429 were refused for the same reason.
      this.rate = Math.max(Math.min(LOWEST_RATE, this.rate), this.rate * (adaptive ? ADAPTIVE_CUT : 0.5));
      this.#halvedAt = this.#last;
    }
    if (isDaily) {
      this.account.dailyLeft = 0;
    }
    if (retryAfterMs !== undefined || isDaily) {
      this.holdUntil(now + (retryAfterMs ?? DAILY_PAUSE_MS));
    } else {
      const pause = Math.min(this.interval, FIRST_PAUSE_MS * 2 ** (this.#refusals - 1));
      this.hold.extend(now + pause * (1 + this.#random() / 4));
    }
  }

  /** Holds all calls to the portal until then. A probe follows. */
  holdUntil(at: number): void {
    this.account.extend(at);
    this.changed();
  }

  /** The limit of the CRM, in tokens per window. An adaptive bucket follows it. */
  get #maxTokens(): number {
    return this.settings.adaptive ? (this.#max ?? 0) * this.settings.cost : 0;
  }

  #fullRate(): number {
    return Math.max(this.settings.refillPerSecond, (this.#maxTokens * 1000) / this.interval);
  }

  #capacity(): number {
    return Math.max(this.settings.capacity, this.#maxTokens);
  }

  /** The calls of a full bucket. */
  get burst(): number {
    return Math.floor(this.settings.capacity / this.settings.cost);
  }

  /** Returns the calls of a window, as far as they are known. */
  windowSize(): number {
    const { burst } = this;
    // Until the first report, no more calls than the app's bucket holds are in flight.
    const isAwaited = !this.#hasReport && this.calls.inFlight > 0;
    const size = this.#max ?? (isAwaited ? burst : Math.max(LOWEST_MAX, burst));
    return Math.max(1, Math.floor(size / this.share));
  }

  /**
   * Returns how many calls of a window stay unused. The response to the last one reports 0 remaining, which causes a
   * hold of a whole window. Sequential callers may use it.
   */
  #reserve(place: number, now: number): number {
    const isCounted = this.#max !== undefined && this.settings.max === undefined;
    return isCounted && (place > 1 || this.calls.wereAtOnce(now)) ? 1 : 0;
  }

  /** Returns the calls of a window that may be used, at least 1. */
  #sizeFor(place: number, now: number): number {
    return Math.max(1, this.windowSize() - this.#reserve(place, now));
  }
}
