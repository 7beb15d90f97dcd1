import type { VirtualClock } from './clock.ts';
import { latencyOf } from './random.ts';

/** The options of an upstream. */
export interface UpstreamOptions {
  readonly clock: VirtualClock;
  readonly random: () => number;
  /** General calls per window. */
  readonly limit: number;
  readonly intervalMs?: number;
  readonly window?: 'sliding' | 'fixed';
  /** Where fixed windows start, in ms. */
  readonly phaseMs?: number;
  readonly retryAfter?: 'none' | 'seconds' | 'date';
  readonly medianMs?: number;
  readonly p99Ms?: number;
  /** The longest round trip, in ms. Without it, one in millions takes longer than an attempt may. */
  readonly longestMs?: number;
  /** The daily quota, which is full again at `resetsAt`. Headers report it if `isTold`. */
  readonly daily?: { left: number; readonly resetsAt: number; readonly full: number; readonly isTold: boolean };
}

/** Searches per second. */
const SEARCHES = 5;

/** The requests in a window. */
class Window {
  readonly #times: number[] = [];
  #first = 0;

  constructor(
    readonly limit: number,
    readonly intervalMs: number,
    readonly kind: 'sliding' | 'fixed',
    readonly phaseMs: number,
  ) {}

  used(now: number): number {
    const since =
      this.kind === 'sliding'
        ? now - this.intervalMs
        : Math.floor((now - this.phaseMs) / this.intervalMs) * this.intervalMs + this.phaseMs - 1e-9;
    while (this.#first < this.#times.length && this.#times[this.#first]! <= since) {
      this.#first += 1;
    }
    return this.#times.length - this.#first;
  }

  count(now: number): void {
    this.#times.push(now);
  }

  /** Returns the requests since the time. */
  since(at: number): number {
    let count = 0;
    while (count < this.#times.length && this.#times[this.#times.length - 1 - count]! > at) {
      count += 1;
    }
    return count;
  }

  /** Returns when the window has room, in ms from now. */
  freeIn(now: number): number {
    const oldest = this.#times[this.#first];
    if (oldest === undefined) {
      return 0;
    }
    return this.kind === 'sliding'
      ? oldest + this.intervalMs - now
      : this.intervalMs - ((now - this.phaseMs) % this.intervalMs);
  }
}

/**
 * A model of the CRM's rate limits. It counts a request when it arrives, half a round trip after it was sent, and its
 * response takes another half. It shares no code with the client.
 */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #general: Window;
  readonly #search: Window;
  readonly #latency: () => number;
  /** Requests that arrived. */
  arrived = 0;
  /** Requests that got a 429. */
  refused = 0;
  /** When each accepted request arrived. */
  readonly takenAt: number[] = [];
  /** Injects a fault. Undefined passes the request through. */
  fault: ((call: number) => Response | Error | undefined) | undefined;

  constructor(options: UpstreamOptions) {
    const { limit, intervalMs = 10_000, window = 'sliding', phaseMs = 0, random, medianMs, p99Ms, longestMs } = options;
    this.#options = options;
    this.#general = new Window(limit, intervalMs, window, phaseMs);
    this.#search = new Window(SEARCHES, 1000, window, phaseMs % 1000);
    this.#latency = latencyOf(random, medianMs, p99Ms, longestMs);
  }

  /** Counts a call of another app on the same budget. Returns false if it was refused. */
  external(): boolean {
    const now = this.#options.clock.now();
    const isFree = this.#general.used(now) < this.#general.limit;
    if (isFree) {
      this.#general.count(now);
    }
    return isFree;
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { clock } = this.#options;
    const roundTrip = this.#latency();
    await clock.sleep(roundTrip / 2);
    const answer = this.fault?.(this.arrived) ?? this.#answer(init.method === 'POST' && url.endsWith('/search'));
    this.arrived += 1;
    await clock.sleep(roundTrip / 2);
    init.signal?.throwIfAborted();
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };

  #answer(isSearch: boolean): Response {
    const now = this.#options.clock.now();
    const { daily } = this.#options;
    const window = isSearch ? this.#search : this.#general;
    if (daily !== undefined && now >= daily.resetsAt) {
      daily.left = Math.max(daily.left, daily.full);
    }
    if (daily !== undefined && daily.left <= 0) {
      return this.#refuse('DAILY', daily.resetsAt - now, isSearch);
    }
    if (window.used(now) >= window.limit) {
      return this.#refuse(isSearch ? 'SECONDLY' : 'TEN_SECONDLY_ROLLING', window.freeIn(now), isSearch);
    }
    window.count(now);
    this.takenAt.push(now);
    if (daily !== undefined) {
      daily.left -= 1;
    }
    // Without a body, which costs more than the rest of a call.
    return new Response(null, { status: 200, headers: this.#headers(now, isSearch) });
  }

  #refuse(policyName: string, waitMs: number, isSearch: boolean): Response {
    this.refused += 1;
    const { retryAfter = 'none', clock } = this.#options;
    const headers = this.#headers(clock.now(), isSearch);
    if (retryAfter === 'seconds') {
      headers['retry-after'] = String(Math.ceil(waitMs / 1000));
    } else if (retryAfter === 'date') {
      // The clock of the CRM is an hour ahead.
      const [now, until] = [0, waitMs].map((ms) =>
        new Date(Math.ceil((clock.now() + ms) / 1000) * 1000 + 3_600_000).toUTCString(),
      );
      Object.assign(headers, { date: now, 'retry-after': until });
    }
    return new Response(JSON.stringify({ status: 'error', errorType: 'RATE_LIMIT', policyName }), {
      status: 429,
      headers,
    });
  }

  #headers(now: number, isSearch: boolean): Record<string, string> {
    const { daily } = this.#options;
    if (isSearch) {
      return {};
    }
    const { limit, intervalMs } = this.#general;
    // The limit divided by the seconds of its window. The CRM does not enforce it.
    const secondly = Math.max(1, Math.floor((limit * 1000) / intervalMs));
    return {
      'X-Crm-RateLimit-Max': String(limit),
      'X-Crm-RateLimit-Remaining': String(Math.max(0, limit - this.#general.used(now))),
      'X-Crm-RateLimit-Interval-Milliseconds': String(intervalMs),
      'X-Crm-RateLimit-Secondly': String(secondly),
      'X-Crm-RateLimit-Secondly-Remaining': String(Math.max(0, secondly - this.#general.since(now - 1_000))),
      ...(daily?.isTold === true && {
        'X-Crm-RateLimit-Daily': String(daily.full),
        'X-Crm-RateLimit-Daily-Remaining': String(Math.max(0, daily.left)),
      }),
    };
  }
}

/** Returns the shortest time in which an upstream accepts the calls, in ms: each window is full from its start. */
export function shortest(calls: number, limit: number, intervalMs: number): number {
  return Math.floor((calls - 1) / limit) * intervalMs;
}
