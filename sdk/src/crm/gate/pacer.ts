/**
 * Paces the calls of one client: each waits for its turn at the gate of its portal, leaves, and reports back. A 429 is
 * waited out and tried again; what would wait too long ends as backpressure. No 429 ever leaves here.
 */

import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { CrmBackpressure } from './backpressure.ts';
import type { Lease } from './calls.ts';
import type { PaceClock } from './clock.ts';
import type { Coordinator } from './coordinator.ts';
import type { CrmFamily } from './family.ts';
import type { Gate } from './gate.ts';
import type { Isolate, Pace } from './isolate.ts';
import { type LentCall, Member } from './membership.ts';
import type { Queue, Waiter } from './queue.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** What a pacer is made of. */
export interface PacerOptions {
  readonly isolate: Isolate;
  /** Whose budget it is. */
  readonly portal: string;
  readonly limits: RateLimitsManifest;
  readonly clock: PaceClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** When the caller's own time is up, in milliseconds of the clock: nothing waits beyond it. */
  readonly deadline?: number | undefined;
  /** The desk of the portal, where there may be several isolates. */
  readonly coordinator?: Coordinator | undefined;
  /** Keeps the request alive for what nobody waits for. Needed with a coordinator. */
  readonly background?: ((work: Promise<unknown>) => void) | undefined;
}

/** One attempt of a call. */
export interface Attempt {
  readonly report: RateReport;
}

/** One try to leave. */
interface Turn {
  readonly family: CrmFamily;
  readonly pace: Pace;
  readonly waiter: Waiter;
  /** Times in milliseconds of the clock. */
  readonly since: number;
  readonly notBefore: number;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** How long a waiter far from its turn sleeps for each place before it, in milliseconds: others may have gone. */
const LOOK_MS = 25;

/** The longest time that one call with all its retries stays here, in milliseconds: an action has 20 seconds (spec, Limits). */
const LONGEST_STAY_MS = 18_000;

/** How long after its deadline a call is taken for gone, in milliseconds. */
const GRACE_MS = 5_000;

/** The longest sleep, in milliseconds. */
const LONGEST_SLEEP_MS = 1_000;

export class Pacer {
  readonly options: PacerOptions;
  /** Sleeping calls of this client: they belong to one request, so they may wake each other. */
  readonly #sleepers = new Map<Waiter, () => void>();

  readonly #member: Member | undefined;

  constructor(options: PacerOptions) {
    this.options = options;
    const { coordinator, background, isolate, portal, clock, limits, random } = options;
    if (coordinator !== undefined && background !== undefined) {
      const gateOf = (family: CrmFamily) => isolate.paceOf(portal, family, limits, random, clock.now()).gate;
      this.#member = new Member(isolate.membershipOf(portal), coordinator, clock, gateOf, background);
    }
  }

  /**
   * Has the call made when its turn comes, and again while the CRM refuses it for its rate. Rejects with CrmBackpressure
   * when that takes too long, and with whatever `attempt` rejects with.
   * @param attempt makes the call; it is given the milliseconds that it has waited since it was last tried
   */
  async pass<T extends Attempt>(
    family: CrmFamily,
    attempt: (waitedMs: number) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { isolate, portal, limits, clock, random } = this.options;
    const pace = isolate.paceOf(portal, family, limits, random, clock.now());
    const waiter = pace.queue.take();
    const deadline = Math.min(this.options.deadline ?? Infinity, clock.now() + LONGEST_STAY_MS);
    for (let tries = 1, notBefore = 0; ; tries++) {
      const since = clock.now();
      const turn: Turn = { family, pace, waiter, since, notBefore, deadline, signal };
      let [lease, lent]: [Lease?, LentCall?] = [];
      while (lease === undefined) {
        lent = this.#member === undefined ? undefined : await this.#lent(this.#member, turn);
        lease =
          lent === undefined
            ? (this.#leaseNow(turn) ?? (await this.#wait(turn)))
            : pace.gate.lease(clock.now(), this.#goneAt());
      }
      const sentAt = lease.sentAt;
      let result: T | undefined;
      try {
        result = await attempt(sentAt - since);
      } finally {
        pace.gate.settle(lease, clock.now(), result?.report);
        if (lent !== undefined) {
          this.#member?.settle(lent, result?.report);
        }
        this.#wakeFirst(pace.queue);
      }
      if (result.report.status !== 429) {
        return result;
      }
      notBefore = this.#retryAt(pace, tries, deadline);
    }
  }

  /** A call that the desk has lent; undefined where this isolate gates by itself. */
  async #lent(
    member: Member,
    { family, pace: { gate }, since, notBefore, deadline, signal }: Turn,
  ): Promise<LentCall | undefined> {
    const { clock, limits } = this.options;
    const mode = await member.mode();
    gate.share = member.share;
    if (mode !== 'shared') {
      return undefined;
    }
    if (notBefore > clock.now()) {
      await sleep(clock, notBefore - clock.now(), signal);
    }
    signal?.throwIfAborted();
    const capMs = limits.retry === false ? 0 : limits.retry.capMs;
    const lent = await orAborted(
      member.acquire(family, Math.min(since + capMs, deadline) - clock.now()),
      signal,
      (late) => {
        if (late !== undefined) {
          member.settle(late, undefined);
        }
      },
    );
    gate.share = member.share;
    return lent;
  }

  /** When a refused call is tried again. Throws when it is not. */
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

  /** What may leave at once does so without a turn of the engine: between looking and taking nobody else looks. */
  #leaseNow({ family, pace: { gate, queue }, notBefore, signal }: Turn): Lease | undefined {
    const now = this.options.clock.now();
    const isFree =
      queue.length === 0 &&
      now >= notBefore &&
      signal?.aborted !== true &&
      this.#member?.mustAsk !== true &&
      gate.available(now, 1) > 0;
    return isFree ? this.#leaseOwn(family, gate, now) : undefined;
  }

  /** Resolves, at the latest after `capMs`, when the call may leave; with nothing when others may have come to the portal. */
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
        if (this.#member?.mustAsk === true) {
          return undefined;
        }
        const place = queue.look(waiter, now);
        if (place === 1 && now >= notBefore && gate.available(now, queue.length) > 0) {
          return this.#leaseOwn(family, gate, now);
        }
        const wait = Math.max(gate.waitFor(place, now), notBefore - now);
        isAdmitted ||= now + wait <= latest;
        // Before the first answer tells more, nobody is turned away.
        if (now >= latest || gate.holdFor(now) > capMs || !(isAdmitted || gate.isUnknown)) {
          throw new CrmBackpressure(gate.hint(place, now) / 1000);
        }
        await this.#sleep(waiter, Math.min(Math.max(wait, 1), LOOK_MS * place, LONGEST_SLEEP_MS, latest - now), signal);
      }
    } finally {
      queue.leave(waiter);
      this.#wakeFirst(queue);
    }
  }

  /** Of a call that nobody has lent. */
  #leaseOwn(family: CrmFamily, gate: Gate, now: number): Lease {
    const lease = gate.lease(now, this.#goneAt());
    this.#member?.spend(family, lease);
    return lease;
  }

  #goneAt(): number {
    return (this.options.deadline ?? Infinity) + GRACE_MS;
  }

  /** Sleeps by a timer of its own, or until a call of the same client has ended. */
  #sleep(waiter: Waiter, ms: number, signal?: AbortSignal): Promise<void> {
    const { clock } = this.options;
    waiter.looksAt = clock.now() + ms;
    return sleep(clock, ms, signal, (wake) => {
      if (wake === undefined) {
        this.#sleepers.delete(waiter);
      } else {
        this.#sleepers.set(waiter, wake);
      }
    });
  }

  /** The one that came first looks whether it may leave, if it is this client's; when it does, it wakes the next. */
  #wakeFirst(queue: Queue): void {
    const { first } = queue;
    if (first !== undefined) {
      this.#sleepers.get(first)?.();
    }
  }
}

/** Rejects when the signal aborts before the work is done. @param late is given what the work comes to then */
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
