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

  /** Settles a call that ended `ageMs` ago. */
  settleLate(lease: Lease, now: number, ageMs: number, report: RateReport | undefined): void {
    this.advance(now);
    this.settle(lease, Math.max(lease.sentAt, now - ageMs), report);
    if (report?.remaining !== undefined) {
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

  /** Returns the calls that the CRM may have counted after its last report. */
  override unreported(): number {
    return this.#sentSince(this.window.reportedAt - ROUND_TRIP_MS);
  }

  /** Returns the calls granted lately. Older ones have had a response, or their isolate is gone. */
  protected override awaited(now: number): number {
    return this.#sentSince(now - ROUND_TRIP_MS);
  }

  #sentSince(time: number): number {
    let count = 0;
    for (const { sentAt } of this.calls.leases.values()) {
      count += sentAt > time ? 1 : 0;
    }
    return count;
  }
}
