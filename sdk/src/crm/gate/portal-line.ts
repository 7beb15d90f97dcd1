import type { PaceClock } from './clock.ts';
import type { CoordinatorGate } from './coordinator-gate.ts';
import { Line, type Waiter } from './line.ts';
import type { RateReport } from './rate-headers.ts';
import { sleep } from './sleep.ts';

/** The calls that the only client may send without asking. They are reserved when other clients join. */
export interface SoloGrant {
  /** The id of its isolate. */
  isolate: string;
  /** Until when the calls may arrive at the CRM, in ms. */
  until: number;
  readonly calls: number;
}

/** The requests of all clients that wait for calls of one family. */
export class PortalLine extends Line {
  declare readonly gate: CoordinatorGate;
  readonly #clock: PaceClock;
  readonly #solo: SoloGrant;

  constructor(gate: CoordinatorGate, clock: PaceClock, solo: SoloGrant) {
    super(gate);
    this.#clock = clock;
    this.#solo = solo;
  }

  override waitFor(place: number, now: number, stride: number): number {
    const { gate } = this;
    const { until, calls } = this.#solo;
    const wait = gate.waitFor(place, now, stride);
    const endsAt = until + gate.interval;
    // A probe may always leave. A call waits for room besides the reserved ones, or for the end of the reservation.
    return now >= endsAt || gate.isSerial
      ? wait
      : Math.max(wait, Math.min(gate.roomIn(place + calls, now), (now < until ? until : endsAt) - now));
  }

  /** Ends a granted call. A second report has no effect. */
  settle(id: number, now: number, ageMs: number, report: RateReport | undefined): void {
    const { gate } = this;
    const lease = gate.calls.leases.get(id);
    if (lease === undefined) {
      return;
    }
    const wasUnknown = gate.isUnknown;
    gate.settleLate(lease, now, ageMs, report);
    if (wasUnknown && !gate.isUnknown) {
      [...this.waiters].forEach((waiter) => waiter.wake?.()); // each is admitted or deferred now
    }
    this.wake();
  }

  /** Wakes the request, too, so that its client learns of it at once. */
  override defer(waiter: Waiter, now: number): number {
    const at = super.defer(waiter, now);
    waiter.wake?.();
    return at;
  }

  /** Sleeps for the time, or until it is woken. */
  sleep(waiter: Waiter, ms: number): Promise<void> {
    waiter.pollsAt = this.#clock.now() + ms;
    return sleep(this.#clock, ms, undefined, (wake) => {
      waiter.wake = wake;
    });
  }

  /** Wakes the first request in the queue. */
  wake(): void {
    this.waiters[0]?.wake?.();
  }
}
