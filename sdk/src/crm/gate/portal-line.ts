import { type Lease, LONGEST_CALL_MS } from './calls.ts';
import type { PaceClock } from './clock.ts';
import type { CoordinatorGate } from './coordinator-gate.ts';
import type { CrmFamily } from './family.ts';
import { Line, type Waiter } from './line.ts';
import { sleep } from './sleep.ts';

/** The requests of all clients that wait for calls of one family. */
export class PortalLine extends Line {
  declare readonly gate: CoordinatorGate;
  readonly family: CrmFamily;
  /** The granted calls in flight by id, in the order of the grants. */
  readonly granted = new Map<number, Lease>();
  /** Until when calls of an earlier coordinator may count in the window. Until then, only probes are granted. */
  probingUntil = -Infinity;
  /** Probes that were granted. */
  probes = 0;
  /** Until when some clients may still use their share of the budget. Until then, at most half of it is granted. */
  splitUntil = -Infinity;
  readonly #clock: PaceClock;
  readonly #reserved: (now: number) => { readonly calls: number; readonly ms: number };
  readonly #clients: () => number;
  readonly #wakes = new Map<Waiter, () => void>();

  /**
   * @param reserved returns the calls that clients may have sent without a report, and how long those count, in ms
   * @param clients returns the number of clients
   */
  constructor(
    family: CrmFamily,
    gate: CoordinatorGate,
    clock: PaceClock,
    reserved: (now: number) => { readonly calls: number; readonly ms: number },
    clients: () => number,
  ) {
    super(gate);
    this.family = family;
    this.#clock = clock;
    this.#reserved = reserved;
    this.#clients = clients;
  }

  override waitFor(place: number, now: number, stride: number): number {
    const { gate } = this;
    gate.share = now < this.splitUntil ? 2 : 1;
    let wait = gate.waitFor(place, now, stride);
    const { calls, ms } = this.#reserved(now);
    // A probe may always leave. A call waits for room besides the reserved ones, or for the end of the reservation.
    if (calls > 0 && !gate.isSerial) {
      wait = Math.max(wait, Math.min(gate.roomIn(place + calls, now), ms));
    }
    if (now >= this.probingUntil) {
      return wait;
    }
    // Searches have no probes: their responses do not report remaining calls.
    const isSearch = this.family === 'search';
    const isProbe = !isSearch && place + this.probes <= this.#clients();
    return isProbe ? wait : Math.max(wait, isSearch ? this.probingUntil - now : gate.calls.roundTripMs);
  }

  /** Grants a call. */
  grant(id: number, now: number): number {
    const { granted } = this;
    this.probes += 1;
    for (const [other, { sentAt }] of granted) {
      if (sentAt + LONGEST_CALL_MS > now) {
        break;
      }
      granted.delete(other); // its isolate is gone
    }
    granted.set(id, this.gate.lease(now));
    return id;
  }

  /** Wakes the request, too, so that its client learns of it at once. */
  override defer(waiter: Waiter, now: number): number {
    const at = super.defer(waiter, now);
    this.#wakes.get(waiter)?.();
    return at;
  }

  /** Sleeps for the time, or until it is woken. */
  sleep(waiter: Waiter, ms: number): Promise<void> {
    const wakes = this.#wakes;
    waiter.pollsAt = this.#clock.now() + ms;
    return sleep(this.#clock, ms, undefined, (wake) =>
      wake === undefined ? wakes.delete(waiter) : wakes.set(waiter, wake),
    );
  }

  /** Wakes the first request in the queue. */
  wake(): void {
    this.#wakes.get(this.waiters[0] as Waiter)?.();
  }

  /** Wakes all requests, in the order of the queue. */
  wakeAll(): void {
    for (const waiter of [...this.waiters]) {
      this.#wakes.get(waiter)?.();
    }
  }
}
