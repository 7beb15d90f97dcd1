import type { Lease } from './calls.ts';
import { ROUND_TRIP_MS, type OwnCalls } from './coordinator.ts';
import { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';

/**
 * The gate of a coordinator, which learns of calls late: clients report granted calls, and calls that they sent alone.
 */
export class CoordinatorGate extends Gate {
  /** Until when a probe must tell what remains, in ms. */
  #learnsUntil = -Infinity;

  /** Settles a call that ended `ageMs` ago. A report that is not recent does not tell the remaining calls. */
  settleLate(lease: Lease, now: number, ageMs: number, report: RateReport | undefined): void {
    this.advance(now);
    const isRecent = ageMs <= ROUND_TRIP_MS;
    this.settle(
      lease,
      Math.max(lease.sentAt, now - ageMs),
      isRecent || report === undefined ? report : { ...report, remaining: undefined, secondlyRemaining: undefined },
    );
    if (isRecent && report?.remaining !== undefined) {
      this.#learnsUntil = -Infinity;
    } else if (now < this.#learnsUntil) {
      this.hold.extend(now);
    }
  }

  /** Holds calls until then. A probe follows, and others until one tells what remains, or for a window. */
  probeFrom(at: number): void {
    this.hold.extend(at);
    this.#learnsUntil = this.settings.max === undefined ? at + this.interval : -Infinity;
    this.changed();
  }

  /** Charges calls that a client sent without asking. */
  charge(own: OwnCalls, now: number): void {
    const { heldMs } = own;
    const ages = own.ages.filter((age) => age < this.interval);
    this.advance(now);
    if (heldMs > 0) {
      this.hold.extend(now + heldMs);
    }
    const { cost, refillPerSecond } = this.settings;
    // As if this bucket had admitted them: tokens refilled since then are available.
    const refilled = ages.length === 0 ? 0 : (Math.max(...ages) / 1000) * refillPerSecond;
    this.take(Math.max(0, ages.length * cost - refilled));
    ages.forEach((age) => this.window.count(now - age, now - age));
  }

  /** Does nothing: a late report does not tell which granted calls it includes. `waitFor` applies it all the same. */
  protected override clamp(): void {}

  /** Returns the calls granted lately. Most older ones have had a response, or their isolate is gone. */
  override unreported(now: number): number {
    let count = 0;
    for (const { sentAt } of this.calls.leases.values()) {
      count += sentAt > now - ROUND_TRIP_MS ? 1 : 0;
    }
    return count;
  }
}
