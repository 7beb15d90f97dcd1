/** The gate of a desk: isolates tell it late what became of calls, and what they did by themselves. */

import type { Lease } from './calls.ts';
import type { OwnCalls } from './coordinator.ts';
import { Gate } from './gate.ts';
import type { RateReport } from './rate-headers.ts';

/** How long a call takes at the most until the CRM has counted it, usually, in milliseconds. */
const ARRIVAL_MS = 500;

export class DeskGate extends Gate {
  /** A call that was lent has ended some time ago. What remained then is of no use when that is long ago. */
  settleLate(lease: Lease, now: number, ageMs: number, report: RateReport | undefined): void {
    this.advance(now);
    const isOld = ageMs > ARRIVAL_MS && report !== undefined;
    this.settle(
      lease,
      Math.max(lease.sentAt, now - ageMs),
      isOld ? { ...report, remaining: undefined, secondlyRemaining: undefined } : report,
    );
    this.#order();
  }

  /** An isolate has sent calls of this budget. */
  charge(own: OwnCalls, now: number): void {
    const { heldMs } = own;
    const ages = own.ages.filter((age) => age < this.interval);
    this.advance(now);
    if (heldMs > 0) {
      this.holdUntil(now + heldMs);
    }
    const { cost, refillPerSecond } = this.settings;
    // As if this bucket had let them go: what has been refilled since is there again.
    const refilled = ages.length === 0 ? 0 : (Math.max(...ages) / 1000) * refillPerSecond;
    this.take(Math.max(0, ages.length * cost - refilled));
    this.calls.answered.push(...ages.map((age) => ({ sentAt: now - age, at: now - age })));
    this.#order();
  }

  /** What was told late takes its place in time: those that have left every window are still the first ones. */
  #order(): void {
    this.calls.answered.sort((a, b) => a.at - b.at);
  }

  /** Milliseconds between two calls in the long run. */
  get spacing(): number {
    return Math.max((1000 * this.settings.cost) / this.rate, this.interval / this.windowSize());
  }

  /** Milliseconds until the bucket alone lets that call leave, after those that were turned away. */
  tokensAfter(place: number): number {
    return this.tokensIn(place + Math.floor(this.phantoms));
  }

  /** Nobody knows how many of the calls that were lent since a late report has counted. It limits what may leave, all the same. */
  protected override clamp(): void {}

  /** Most calls that are on their way here were answered, or their isolate is gone: what was lent lately is not. */
  protected override unreported(now: number): number {
    let count = 0;
    for (const { sentAt } of this.calls.leases.values()) {
      count += sentAt > now - ARRIVAL_MS ? 1 : 0;
    }
    return count;
  }
}
