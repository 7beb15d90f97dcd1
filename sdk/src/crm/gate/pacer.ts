import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { CrmBackpressure } from './backpressure.ts';
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import type { Coordinator } from './coordinator.ts';
import { CoordinatorClient, type GrantedCall } from './coordinator-client.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { Isolate, Pace } from './isolate.ts';
import type { Queue, Waiter } from './queue.ts';
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

/** One wait for a turn. Times are in ms of the clock. */
interface Turn {
  readonly family: CrmFamily;
  readonly pace: Pace;
  readonly waiter: Waiter;
  readonly since: number;
  readonly notBefore: number;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** How long a waiting call sleeps per call before it, in ms. Those before it may leave the queue. */
const POLL_MS = 25;

/** Longest time of one call with all its retries, in ms. A workflow action has 20 s (spec, Limits). */
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

  readonly #client: CoordinatorClient | undefined;

  constructor(options: PacerOptions) {
    this.options = options;
    const { coordinator, background, isolate, portal, clock, limits, random } = options;
    if (coordinator !== undefined && background !== undefined) {
      const gateOf = (family: CrmFamily) => isolate.paceOf(portal, family, limits, random, clock.now()).gate;
      this.#client = new CoordinatorClient(isolate.clientStateOf(portal), coordinator, clock, gateOf, background);
    }
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
    const { isolate, portal, limits, clock, random } = this.options;
    const pace = isolate.paceOf(portal, family, limits, random, clock.now());
    const waiter = pace.queue.take();
    const deadline = Math.min(this.options.deadline ?? Infinity, clock.now() + LONGEST_STAY_MS);
    for (let tries = 1, notBefore = 0; ; tries++) {
      const since = clock.now();
      const turn: Turn = { family, pace, waiter, since, notBefore, deadline, signal };
      let [lease, granted]: [Lease?, GrantedCall?] = [];
      while (lease === undefined) {
        granted = this.#client === undefined ? undefined : await this.#acquire(this.#client, turn);
        lease =
          granted === undefined
            ? (this.#leaseNow(turn) ?? (await this.#wait(turn)))
            : pace.gate.lease(clock.now(), this.#goneAt());
      }
      const sentAt = lease.sentAt;
      let result: T | undefined;
      try {
        result = await attempt(sentAt - since, pace.gate.isProbing);
      } finally {
        pace.gate.settle(lease, clock.now(), result?.report);
        if (granted !== undefined) {
          this.#client?.settle(granted, result?.report);
        }
        this.#wakeFirst(pace.queue);
      }
      if (result.report.status !== 429) {
        return result;
      }
      notBefore = this.#retryAt(pace, tries, deadline);
    }
  }

  /** Asks the coordinator for a call. Returns undefined if this isolate gates its calls itself. */
  async #acquire(
    client: CoordinatorClient,
    { family, pace: { gate }, since, notBefore, deadline, signal }: Turn,
  ): Promise<GrantedCall | undefined> {
    const { clock, limits } = this.options;
    const mode = await client.mode();
    gate.share = client.share;
    if (mode !== 'shared') {
      return undefined;
    }
    if (notBefore > clock.now()) {
      await sleep(clock, notBefore - clock.now(), signal);
    }
    signal?.throwIfAborted();
    const capMs = limits.retry === false ? 0 : limits.retry.capMs;
    const granted = await orAborted(
      client.acquire(family, Math.min(since + capMs, deadline) - clock.now()),
      signal,
      (late) => {
        if (late !== undefined) {
          client.settle(late, undefined);
        }
      },
    );
    gate.share = client.share;
    return granted;
  }

  /** Returns when a refused call is retried. Throws CrmBackpressure if it is not. */
  #retryAt({ gate }: Pace, tries: number, deadline: number): number {
    const { limits, clock, random } = this.options;
    const now = clock.now();
    const hold = gate.holdFor(now);
    const { retry } = limits;
    if (retry === false || tries > retry.max || hold > retry.capMs || now + hold > deadline) {
      throw new CrmBackpressure(gate.hint(1, now) / 1000);
    }
    return now + (0.5 + random() / 2) * Math.min(retry.capMs, retry.baseMs * 2 ** (tries - 1));
  }

  /** Takes a lease synchronously if the call may leave at once, so that no other call comes between check and lease. */
  #leaseNow({ family, pace: { gate, queue }, notBefore, signal }: Turn): Lease | undefined {
    const now = this.options.clock.now();
    const isFree =
      queue.length === 0 &&
      now >= notBefore &&
      signal?.aborted !== true &&
      this.#client?.mustAsk !== true &&
      gate.available(now, 1) > 0;
    return isFree ? this.#leaseOwn(family, gate, now) : undefined;
  }

  /**
   * Waits until the call may leave, at most `capMs`. Returns undefined if other clients may have joined, so that the
   * call must ask the coordinator.
   */
  async #wait({
    family,
    pace: { gate, queue },
    waiter,
    since,
    notBefore,
    deadline,
    signal,
  }: Turn): Promise<Lease | undefined> {
    const { clock, limits } = this.options;
    const capMs = limits.retry === false ? 0 : limits.retry.capMs;
    const latest = Math.min(since + capMs, deadline);
    try {
      for (let isAdmitted = false; ; ) {
        signal?.throwIfAborted();
        const now = clock.now();
        if (this.#client?.mustAsk === true) {
          return undefined;
        }
        const place = queue.poll(waiter, now);
        if (place === 1 && now >= notBefore && gate.available(now, queue.length) > 0) {
          return this.#leaseOwn(family, gate, now);
        }
        const wait = Math.max(gate.waitFor(place, now), notBefore - now);
        isAdmitted ||= now + wait <= latest;
        // Until the first report, no call is deferred.
        if (now >= latest || gate.holdFor(now) > capMs || !(isAdmitted || gate.isUnknown)) {
          throw new CrmBackpressure(gate.hint(place, now) / 1000);
        }
        await this.#sleep(waiter, Math.min(Math.max(wait, 1), POLL_MS * place, LONGEST_SLEEP_MS, latest - now), signal);
      }
    } finally {
      queue.leave(waiter);
      this.#wakeFirst(queue);
    }
  }

  /** Takes a lease without the coordinator. */
  #leaseOwn(family: CrmFamily, gate: Gate, now: number): Lease {
    const lease = gate.lease(now, this.#goneAt());
    this.#client?.spend(family, lease);
    return lease;
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
  #wakeFirst(queue: Queue): void {
    const { first } = queue;
    if (first !== undefined) {
      this.#sleepers.get(first)?.();
    }
  }
}

/**
 * Rejects if the signal aborts before the work is done.
 *
 * @param late receives the result of work that ends after that
 */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, late: (result: T) => void): Promise<T> {
  if (signal === undefined) {
    return work;
  }
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const over = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    work.then(
      (result) => (over(), signal.aborted ? late(result) : resolve(result)),
      (error) => (over(), reject(error)),
    );
  });
}
