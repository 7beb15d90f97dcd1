import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { refuseWhenAborted } from './attempt.ts';
import { CrmBackpressure } from './backpressure.ts';
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import type { Coordinator } from './coordinator.ts';
import { CoordinatorClient, type GrantedCall } from './coordinator-client.ts';
import type { CrmFamily } from './family.ts';
import type { Isolate } from './isolate.ts';
import type { Caller, Line, Waiter } from './line.ts';
import { backoffOf, capOf } from './patience.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** The options of a pacer. */
export interface PacerOptions {
  /** The gates that the clients of the isolate share. */
  readonly isolate: Isolate;
  /** The portal whose budget is used. */
  readonly portal: string;
  /** The app's rate budget. */
  readonly limits: RateLimitsManifest;
  /** The stride of the caller: see `strideOf`. Default: that of a card. */
  readonly stride?: number;
  /** Tells the time and sets timers. */
  readonly clock: PaceClock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** The caller's deadline, in ms of the clock. No call waits longer. */
  readonly deadline?: number | undefined;
  /** The coordinator of the portal. Default: the isolate is the only one. */
  readonly coordinator?: Coordinator | undefined;
  /** Keeps the request alive for work in the background. Required with a coordinator. */
  readonly background?: ((work: Promise<unknown>) => void) | undefined;
}

/** The result of one attempt. */
export interface Attempt {
  readonly report: RateReport;
}

/** One call that waits for its turn. */
interface Turn {
  readonly family: CrmFamily;
  readonly line: Line;
  readonly waiter: Waiter;
  readonly signal: AbortSignal | undefined;
}

/** How long a waiting call sleeps per call before it, in ms. Those before it may leave the queue. */
const POLL_MS = 25;

/**
 * Longest time of one call with all its retries, in ms, unless `capMs` is `surface`. A workflow action has 20 s (spec,
 * Limits).
 */
const LONGEST_STAY_MS = 18_000;

/** Time after its deadline at which a call counts as gone, in ms. */
const GRACE_MS = 5_000;

/** Longest sleep, in ms. */
const LONGEST_SLEEP_MS = 1_000;

/**
 * Paces the calls of one client. Each call waits for its turn at the portal's gate and reports its result. A 429 is
 * retried with backoff, and a call that would wait too long ends as backpressure, so callers never see a 429.
 */
export class Pacer {
  /** The options of the pacer. */
  readonly options: PacerOptions;
  /** Sleeping calls of this client. They belong to one request, so they may wake each other. */
  readonly #sleepers = new Map<Waiter, () => void>();

  /** Asks the coordinator, if there is one. */
  readonly client: CoordinatorClient | undefined;
  readonly #caller: Caller;

  constructor(options: PacerOptions) {
    this.options = options;
    const { coordinator, background, isolate, portal, clock } = options;
    this.#caller = { isOne: options.deadline !== undefined };
    if (coordinator !== undefined && background !== undefined) {
      const gateOf = (family: CrmFamily) => this.lineOf(family).gate;
      const state = isolate.clientStateOf(portal, clock.now());
      this.client = new CoordinatorClient(state, { coordinator, clock, background, gateOf });
    }
  }

  /** Returns the line of the portal's calls in this isolate. */
  lineOf(family: CrmFamily): Line {
    const { isolate, portal, limits, random, clock } = this.options;
    return isolate.lineOf(portal, family, limits, random, clock.now());
  }

  /**
   * Makes a call when its turn comes, and retries it after a 429. Rejects with CrmBackpressure if that takes too long,
   * and with the error of `attempt`.
   *
   * @param attempt makes the call. It receives the time that the call has waited since the last attempt, in ms, and
   *     whether the call is a probe
   */
  async pass<T extends Attempt>(
    family: CrmFamily,
    attempt: (waitedMs: number, isProbe: boolean) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { limits, stride = 1, clock } = this.options;
    const line = this.lineOf(family);
    const { gate } = line;
    const start = clock.now();
    const capMs = capOf(limits.retry);
    const stays = start + LONGEST_STAY_MS;
    const deadline = Math.min(this.options.deadline ?? stays, capMs === Infinity ? Infinity : stays);
    const waiter = line.take(this.#caller, stride, start, 0, deadline);
    const turn: Turn = { family, line, waiter, signal };
    for (let tries = 1; ; tries++) {
      const { since } = waiter;
      waiter.latest = Math.min(since + capMs, deadline);
      waiter.isAdmitted = false;
      let [lease, granted]: [Lease?, GrantedCall?] = [];
      while (lease === undefined) {
        granted = this.client === undefined ? undefined : await this.#acquire(this.client, turn);
        lease = granted === undefined ? await this.#wait(turn) : gate.lease(clock.now(), this.#goneAt());
      }
      const sentAt = lease.sentAt;
      let result: T | undefined;
      try {
        result = await attempt(sentAt - since, gate.isProbing);
      } finally {
        gate.settle(lease, clock.now(), result?.report);
        if (granted !== undefined) {
          this.client?.settle(granted, result?.report);
        }
        this.#wakeFirst(line);
      }
      if (result.report.status !== 429) {
        return result;
      }
      if (granted === undefined) {
        this.client?.reportHold();
      }
      waiter.since = clock.now();
      await this.#backOff(turn, tries);
    }
  }

  /** Asks the coordinator for a call. Returns undefined if this isolate gates its calls itself. */
  async #acquire(
    client: CoordinatorClient,
    { family, line: { gate }, waiter, signal }: Turn,
  ): Promise<GrantedCall | undefined> {
    const mode = await client.mode();
    gate.share = client.share;
    if (mode !== 'shared') {
      return undefined;
    }
    refuseWhenAborted(signal);
    const patienceMs = Math.max(0, waiter.latest - this.options.clock.now());
    const granted = await client.acquire(family, waiter.stride, patienceMs, signal);
    gate.share = client.share;
    return granted;
  }

  /** Waits before a refused call is retried. Throws CrmBackpressure if it is not. */
  async #backOff({ line, waiter, signal }: Turn, tries: number): Promise<void> {
    const { limits, clock, random } = this.options;
    const now = clock.now();
    const hold = line.gate.holdFor(now);
    const { retry } = limits;
    const pause = retry === false || tries > retry.max ? Infinity : backoffOf(retry, tries - 1, random);
    if (hold > capOf(retry) || now + Math.max(hold, pause) > waiter.deadline) {
      throw new CrmBackpressure((line.defer(waiter, now) - now) / 1000);
    }
    await sleep(clock, pause, signal);
  }

  /**
   * Waits until the call may leave. Returns undefined if other clients may have joined, so that the call must ask the
   * coordinator.
   */
  async #wait({ family, line, waiter, signal }: Turn): Promise<Lease | undefined> {
    const { clock } = this.options;
    try {
      for (;;) {
        refuseWhenAborted(signal);
        const now = clock.now();
        if (this.client?.mustAsk) {
          return undefined;
        }
        const wait = line.poll(waiter, now);
        if (wait === undefined) {
          throw new CrmBackpressure(((waiter.returnsAt as number) - now) / 1000);
        }
        if (wait === 0) {
          const lease = line.gate.lease(now, this.#goneAt());
          this.client?.spend(family, lease);
          return lease;
        }
        const pollMs = Math.min(POLL_MS * line.placeOf(waiter), LONGEST_SLEEP_MS);
        await this.#sleep(waiter, Math.min(wait, pollMs), signal);
      }
    } finally {
      line.leave(waiter);
      this.#wakeFirst(line);
    }
  }

  #goneAt(): number {
    return (this.options.deadline ?? Infinity) + GRACE_MS;
  }

  /** Sleeps for the time, or until another call of this client ends. */
  #sleep(waiter: Waiter, ms: number, signal?: AbortSignal): Promise<void> {
    const { clock } = this.options;
    waiter.pollsAt = clock.now() + ms;
    return sleep(clock, ms, signal, (wake) => {
      if (wake === undefined) {
        this.#sleepers.delete(waiter);
      } else {
        this.#sleepers.set(waiter, wake);
      }
    });
  }

  /** Wakes the first call in the queue, if it is this client's. When that call leaves, it wakes the next one. */
  #wakeFirst({ waiters: [first] }: Line): void {
    this.#sleepers.get(first as Waiter)?.();
  }
}
