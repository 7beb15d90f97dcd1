import type { Gate } from './gate.ts';

/** What makes calls: one invocation, or a program without one. */
export interface Caller {
  /** Whether it comes back as a whole, with one hint: an invocation, which backpressure ends. */
  readonly isOne: boolean;
  /** When it is expected again, in ms. */
  returnsAt?: number;
}

/** One call that waits. Times are in ms. */
export interface Waiter {
  /** What makes the call. */
  readonly caller: Caller;
  /** Its stride: low for those whose calls leave first. */
  readonly stride: number;
  /** Its turn, which retries keep. Lower turns leave first. */
  turn?: number;
  /** When it arrived, or its last attempt ended. */
  since: number;
  /** When its cap ends. */
  latest: number;
  /** When its caller must be done. */
  readonly deadline: number;
  /** When it polls again. */
  pollsAt?: number;
  /** Whether it was in time when it arrived. */
  isAdmitted?: boolean;
  /** When it may return, if it was deferred. */
  returnsAt?: number;
  /** Wakes its request, which sleeps in a coordinator. */
  wake?: (() => void) | undefined;
}

/**
 * How much later than another one a waiter may poll before it counts as gone, in ms. If code blocks the engine, all
 * waiters are late, but their timers still fire in order.
 */
const LATE_MS = 250;

/** By how much the wait of an admitted call may exceed its cap, in ms: round trips of the calls before it. */
const EXCESS_MS = 1_000;

/** How early a caller may return, in ms: hints are whole seconds, and its call waits for the rest. */
const EARLY_MS = 900;

/** Returns how early a caller may return whose call may wait for that time, in ms. */
function earlyFor(patienceMs: number): number {
  return Math.max(0, Math.min(EARLY_MS, patienceMs / 2));
}

/** Deferred callers that are expected again, at most. */
const MAX_PROMISED = 5_000;

/**
 * The calls that wait for one gate, first come, first served among those of one stride. It admits or defers a call when
 * the call arrives. The call has a place behind the admitted ones, and its hint is also behind the callers that were
 * promised a turn.
 *
 * Stride scheduling orders the calls of different surfaces: a call's turn is one stride after the last one of its
 * stride. So a stride of 1 leaves 16 times as often as one of 16, which never waits for all of them.
 *
 * Each waiter announces when it polls again. One that does not belongs to a request that is gone, and is skipped. If it
 * polls after all, it gets its place back.
 */
export class Line {
  /** The gate that the calls wait for. */
  readonly gate: Gate;
  /** The turn of the last call that left. */
  #turn = 0;
  /** Sorted by turn. */
  readonly waiters: Waiter[] = [];
  /** When deferred callers are expected again, in ms. */
  readonly #promised: number[] = [];

  constructor(gate: Gate) {
    this.gate = gate;
  }

  /** Returns a waiter for one call and its retries. */
  take(caller: Caller, stride: number, since: number, latest: number, deadline: number): Waiter {
    return { caller, stride, since, latest, deadline };
  }

  /** Returns how long a waiting call sleeps, in ms, 0 if it leaves now, or undefined if it is deferred. */
  poll(waiter: Waiter, now: number): number | undefined {
    const { waiters, gate } = this;
    const due = (waiter.pollsAt = Math.min(now, waiter.pollsAt ?? now));
    if (waiter.returnsAt === undefined && waiters.indexOf(waiter) < 0) {
      const turn = (waiter.turn ??= this.turnOf(waiter.stride) + waiter.stride);
      waiters.splice(this.countUntil(turn), 0, waiter);
    }
    while ((waiters[0]?.pollsAt as number) + LATE_MS < due) {
      waiters.shift();
    }
    // Until the first report, no call that may wait is deferred.
    if (!gate.isUnknown || now >= waiter.latest) {
      // Those before it first, so that the hints are in order.
      for (const one of waiters.slice(0, this.placeOf(waiter))) {
        if (one === waiter || !one.isAdmitted) {
          this.#decide(one, now);
        }
      }
    }
    if (waiter.returnsAt !== undefined) {
      return;
    }
    const place = this.placeOf(waiter);
    const wait = this.waitFor(place, now, waiter.stride);
    // A call that leaves room for those of a lower stride does not delay them.
    return place > 1 && (waiters[0] as Waiter).stride <= waiter.stride ? Math.max(1, wait) : wait;
  }

  /** Returns the last turn of a stride. */
  turnOf(stride: number): number {
    return Math.max(this.#turn, this.waiters.findLast((one) => one.stride === stride)?.turn ?? 0);
  }

  /** Returns the number of waiters whose turn is not after this one. */
  countUntil(turn: number): number {
    return this.waiters.filter((one) => (one.turn as number) <= turn).length;
  }

  /** Removes a waiter. */
  leave(waiter: Waiter): void {
    const at = this.waiters.indexOf(waiter);
    if (at >= 0) {
      this.waiters.splice(at, 1);
    }
    if (at === 0) {
      this.#turn = Math.max(this.#turn, waiter.turn as number);
    }
  }

  /** Returns the place of a waiter. The first is 1, which is also that of a retry. */
  placeOf(waiter: Waiter): number {
    return this.waiters.indexOf(waiter) + 1 || 1;
  }

  /** Returns when a call of that stride at this place may leave, in ms from now. */
  waitFor(place: number, now: number, stride: number): number {
    return this.gate.waitFor(place, now, stride);
  }

  /** Defers a call, and returns when it may return, in ms. Hints differ, so that retries do not come at once. */
  defer(waiter: Waiter, now: number): number {
    const { caller, stride, latest, since } = waiter;
    const promised = this.#promised;
    const place = this.placeOf(waiter);
    this.leave(waiter);
    while ((promised[0] as number) <= now) {
      promised.shift();
    }
    let at = caller.returnsAt ?? 0;
    if (at <= now) {
      // Behind the promised callers that come before it. Those that come later do not delay it.
      let [before, next] = [-1, 0];
      while (next > before) {
        before = next;
        const wait = this.waitFor(place + before, now, stride) - earlyFor(latest - since);
        at = now + Math.max(1, Math.ceil(Math.max(this.gate.holdFor(now), wait) / 1000)) * 1000;
        while ((promised[next] as number) <= at) {
          next += 1;
        }
      }
      if (caller.isOne) {
        caller.returnsAt = at;
      }
      if (promised.length < MAX_PROMISED) {
        promised.splice(next, 0, at);
      }
    }
    return (waiter.returnsAt = at);
  }

  /** Admits a call if its wait is within its cap and one round trip. An admitted one may be a little late. */
  #decide(waiter: Waiter, now: number): void {
    const { stride, latest, deadline, isAdmitted } = waiter;
    const { calls } = this.gate;
    const roundTripMs = latest > now ? Math.max(calls.longestMs, calls.roundTripMs) : 0;
    const excess = isAdmitted ? EXCESS_MS : Math.min(EXCESS_MS, roundTripMs);
    // A call that may leave now does so, even after its cap: with a cap of 0, time has passed since it arrived.
    if (now + this.waitFor(this.placeOf(waiter), now, stride) <= Math.min(deadline, Math.max(now, latest) + excess)) {
      waiter.isAdmitted = true;
    } else {
      this.defer(waiter, now);
    }
  }
}
