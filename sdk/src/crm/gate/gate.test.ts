/** Properties of the gate for random histories. The histories set the time. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lease } from './calls.ts';
import { Gate, type GateSettings } from './gate.ts';
import type { RateReport } from './rate-headers.ts';

const SETTINGS: GateSettings = {
  capacity: 100,
  refillPerSecond: 10,
  cost: 1,
  intervalMs: 10_000,
  adaptive: false,
};

const newGate = (more: Partial<GateSettings> = {}) => new Gate({ ...SETTINGS, ...more }, () => 0.5);

/** Returns how many calls may leave at the same time. */
function room(gate: Gate, now: number, most = 200): number {
  let places = 0;
  while (places < most && gate.waitFor(places + 1, now) === 0) {
    places += 1;
  }
  return places;
}

/** One step: time passes, a call leaves if it may, the oldest call gets its response. */
type Step = { readonly after: number; readonly send: boolean; readonly report?: RateReport | 'none' | undefined };

const reports: fc.Arbitrary<RateReport | 'none' | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant('none' as const),
  fc.record({
    status: fc.constant(200),
    max: fc.integer({ min: 100, max: 300 }),
    remaining: fc.integer({ min: 0, max: 300 }),
    intervalMs: fc.constantFrom(5000, 10_000),
  }),
  fc.record({ status: fc.constant(429), retryAfterMs: fc.integer({ min: 0, max: 60_000 }) }),
  fc.constant({ status: 429, policy: 'DAILY' }),
  fc.constant({ status: 429 }),
);
const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ after: fc.integer({ min: -500, max: 4000 }), send: fc.boolean(), report: reports }),
  { maxLength: 80 },
);

/** Plays a history. `look` is called after each step. */
function play(
  gate: Gate,
  history: readonly Step[],
  look: (now: number, sent: Lease | undefined, report: RateReport | undefined) => void,
): { now: number; open: Lease[] } {
  let now = 1_000_000;
  const open: Lease[] = [];
  for (const { after, send, report } of history) {
    now += after;
    let sent: Lease | undefined;
    if (send && gate.waitFor(1, now) === 0) {
      sent = gate.lease(now);
      open.push(sent);
    }
    const first = report === undefined ? undefined : open.shift();
    if (first !== undefined) {
      gate.settle(first, now, report === 'none' ? undefined : report);
    }
    look(now, sent, first === undefined || report === 'none' ? undefined : report);
  }
  return { now, open };
}

describe('the gate, for any history', () => {
  test('keeps the tokens between 0 and its capacity, and at most at what a response reports', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gate = newGate();
        play(gate, history, (_now, _sent, report) => {
          expect(gate.tokens).toBeGreaterThanOrEqual(0);
          expect(gate.tokens).toBeLessThanOrEqual(SETTINGS.capacity);
          if (report?.remaining !== undefined) {
            expect(gate.tokens).toBeLessThanOrEqual(report.remaining);
          }
        });
      }),
    );
  });

  test('admits at most capacity + rate * t calls in any t seconds', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gate = newGate();
        const times: number[] = [];
        let latest = -Infinity;
        play(gate, history, (now, sent) => {
          latest = Math.max(latest, now);
          if (sent !== undefined) {
            times.push(latest);
          }
        });
        times.forEach((from, i) => {
          times.slice(i).forEach((to, more) => {
            expect(more + 1).toBeLessThanOrEqual(SETTINGS.capacity + (10 * (to - from)) / 1000 + 1e-6);
          });
        });
      }),
    );
  });

  test('never raises its rate, and keeps it at 1 per second or more', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gate = newGate();
        let before = gate.rate;
        play(gate, history, () => {
          expect(gate.rate).toBeLessThanOrEqual(before);
          expect(gate.rate).toBeGreaterThanOrEqual(1);
          before = gate.rate;
        });
      }),
    );
  });

  test('admits no call during a hold', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gate = newGate();
        let until = -Infinity;
        play(gate, history, (now, sent, report) => {
          expect(sent === undefined || now >= until).toBe(true);
          if (report?.status === 429 && report.retryAfterMs !== undefined) {
            until = Math.max(until, now + report.retryAfterMs);
          }
        });
      }),
    );
  });

  test('charges the tokens per call that the app configures', () => {
    const gate = newGate({ cost: 8 });
    let calls = 0;
    for (; gate.waitFor(1, 0) === 0; calls++) {
      gate.lease(0);
    }
    expect(calls).toBe(12);
    expect(gate.tokens).toBe(4);
  });

  test('charges a call without a response for a window, since the CRM may have counted it', () => {
    const gate = newGate({ capacity: 1_000, max: 100 });
    Array.from({ length: 100 }, () => gate.lease(0)).forEach((lease) => gate.settle(lease, 300, undefined));
    expect([room(gate, 10_299), room(gate, 10_300)]).toEqual([0, 100]);
  });

  test('charges a call whose caller is gone until its deadline, and a window longer', () => {
    const gate = newGate({ capacity: 1_000, max: 100 });
    Array.from({ length: 100 }, () => gate.lease(0, 5_000));
    expect([room(gate, 14_999), room(gate, 15_000)]).toEqual([0, 100]);
  });

  test('adds no tokens when the clock is set back', () => {
    const gate = newGate();
    const now = 1_000_000;
    for (let i = 0; i < 100; i++) {
      gate.settle(gate.lease(now), now, undefined);
    }
    gate.advance(now - 60_000);
    gate.advance(now);
    expect(gate.tokens).toBe(0);
  });

  test('ends a hold at its time after the clock was set back', () => {
    const gate = newGate();
    const now = 1_000_000;
    gate.settle(gate.lease(now), now, { status: 429, retryAfterMs: 60_000 });
    expect([now, now - 30_000, now - 10_000].map((at) => gate.waitFor(1, at))).toEqual([60_000, 90_000, 70_000]);
  });

  test('counts no call as in flight after all have ended or expired', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gate = newGate();
        const { now, open } = play(gate, history, () => {});
        const half = Math.ceil(open.length / 2);
        open.slice(0, half).forEach((lease) => gate.settle(lease, now, undefined));
        expect(gate.calls.inFlight).toBe(open.length - half);
        gate.advance(now + 100_000);
        expect(gate.calls.inFlight).toBe(0);
      }),
    );
  });
});

describe('a 429', () => {
  const refuse = (gate: Gate, now: number, report: Partial<RateReport> = {}) =>
    gate.settle(gate.lease(now), now, { status: 429, ...report });

  test('halves the rate, down to 1 per second', () => {
    const gate = newGate();
    const rates = [1, 2, 3, 4, 5].map((k) => {
      refuse(gate, k * 100_000);
      return gate.rate;
    });
    expect(rates).toEqual([5, 2.5, 1.25, 1, 1]);
  });

  test('halves the rate once per episode', () => {
    const gate = newGate();
    const volley = Array.from({ length: 20 }, () => gate.lease(1000));
    volley.forEach((lease, i) => gate.settle(lease, 1080 + i, { status: 429 }));
    expect(gate.rate).toBe(5);
  });

  test('empties the bucket', () => {
    const gate = newGate();
    refuse(gate, 1000);
    expect(gate.tokens).toBe(0);
  });

  test('with Retry-After holds all calls for that time', () => {
    const gate = newGate();
    refuse(gate, 1000, { retryAfterMs: 7000 });
    expect([room(gate, 7999), room(gate, 8000)]).toEqual([0, 1]);
  });

  test('with policy DAILY and no Retry-After holds for 60 s, then sends a probe', () => {
    const gate = newGate();
    refuse(gate, 1000, { policy: 'DAILY' });
    expect(room(gate, 60_999)).toBe(0);
    expect(room(gate, 61_000)).toBe(1);
    const probe = gate.lease(61_000);
    expect(room(gate, 61_000)).toBe(0);
    gate.settle(probe, 61_100, { status: 200 });
    expect(room(gate, 62_000)).toBeGreaterThan(1);
  });

  test('without a hint holds for 1, 2, 4 s with jitter', () => {
    const gate = newGate();
    refuse(gate, 0);
    expect(gate.holdFor(0)).toBe(1125);
    refuse(gate, 2000);
    expect(gate.holdFor(2000)).toBe(2250);
  });

  test('with policy DAILY leaves the rate of an adaptive bucket alone', () => {
    const [plain, adaptive] = [newGate(), newGate({ adaptive: true })];
    [plain, adaptive].forEach((gate) => refuse(gate, 0, { policy: 'DAILY' }));
    expect([plain.rate, adaptive.rate]).toEqual([5, 10]);
  });

  test('reduces an adaptive rate for at most 30 s', () => {
    const gate = newGate({ adaptive: true });
    for (let k = 0; k < 20; k++) {
      refuse(gate, k * 1_000);
    }
    expect(gate.rate).toBeLessThan(5);
    gate.advance(19_000 + 30_000);
    expect(gate.rate).toBe(10);
  });

  test('keeps the rate reduced, unless the bucket is adaptive', () => {
    const [plain, adaptive] = [newGate(), newGate({ adaptive: true })];
    [plain, adaptive].forEach((gate) => refuse(gate, 0));
    [plain, adaptive].forEach((gate) => gate.advance(600_000));
    expect([plain.rate, adaptive.rate]).toEqual([5, 10]);
  });
});

describe('rate headers', () => {
  const answer = (gate: Gate, now: number, report: Partial<RateReport>) =>
    gate.settle(gate.lease(now), now, { status: 200, ...report });

  test('reduce the tokens to Remaining, and never raise them', () => {
    const gate = newGate();
    answer(gate, 0, { remaining: 7, max: 110 });
    expect(gate.tokens).toBe(7);
    answer(gate, 1, { remaining: 90, max: 110 });
    expect(gate.tokens).toBeLessThan(7.1);
  });

  test('with Remaining 3 admit 3 sequential calls', () => {
    const gate = newGate();
    answer(gate, 0, { remaining: 3, max: 110 });
    let calls = 0;
    for (let now = 1; gate.waitFor(1, now) === 0 && calls < 10; now += 50) {
      calls += 1;
      answer(gate, now, { remaining: 3 - calls, max: 110 });
    }
    expect(calls).toBe(3);
  });

  test('with Remaining 0 hold the portal for the reported interval', () => {
    const gate = newGate();
    answer(gate, 0, { remaining: 0, max: 110, intervalMs: 5000 });
    expect([room(gate, 4999), room(gate, 5000)]).toEqual([0, 1]);
  });

  test('with Daily-Remaining 0 hold for 60 s', () => {
    const gate = newGate();
    answer(gate, 0, { remaining: 50, dailyRemaining: 0 });
    expect([room(gate, 59_999), room(gate, 60_000)]).toEqual([0, 1]);
  });

  test('with the last 10 calls of the day admit one call at a time', () => {
    const rooms = [11, 10, 1].map((dailyRemaining) => {
      const gate = newGate();
      gate.settle(gate.lease(0), 0, { status: 200, dailyRemaining });
      return room(gate, 100);
    });
    expect(rooms).toEqual([99, 1, 1]);
  });

  test('with Secondly-Remaining limit the current second only', () => {
    const gate = newGate();
    answer(gate, 0, { remaining: 50, secondlyRemaining: 2, max: 110 });
    expect([room(gate, 0), room(gate, 999), room(gate, 1000)]).toEqual([2, 2, 50]);
  });

  test('with Secondly-Remaining admit a call for each that has left the second', () => {
    const gate = newGate();
    for (let n = 1; n <= 10; n++) {
      const lease = gate.lease(80 * n);
      gate.settle(lease, 80 * n + 50, { status: 200, remaining: 100 - n, secondlyRemaining: 10 - n, max: 100 });
    }
    // The first was sent at 80, the second at 160, the last at 800.
    expect([851, 1079, 1080, 1159, 1160].map((now) => room(gate, now))).toEqual([0, 0, 1, 1, 2]);
  });

  test('with Secondly-Remaining return the wait, so that callers do not poll', () => {
    const gate = newGate();
    for (let n = 1; n <= 10; n++) {
      const lease = gate.lease(80 * n);
      gate.settle(lease, 80 * n + 50, { status: 200, remaining: 100 - n, secondlyRemaining: 10 - n, max: 100 });
    }
    expect([1, 2, 10, 11].map((place) => 851 + gate.waitFor(place, 851))).toEqual([1080, 1160, 1800, 1800]);
    fc.assert(
      fc.property(fc.integer({ min: 851, max: 2000 }), (now) => {
        expect(room(gate, now) > 0).toBe(gate.waitFor(1, now) === 0);
      }),
    );
  });

  test('do not apply to searches, which have their own limit', () => {
    const gate = newGate({ capacity: 4, refillPerSecond: 4, max: 5, intervalMs: 1000 });
    answer(gate, 0, { remaining: 0, max: 110, intervalMs: 10_000, dailyRemaining: 0 });
    expect(room(gate, 1)).toBe(3);
  });

  test('of an older response raise no limit', () => {
    const gate = newGate();
    const late = gate.lease(0);
    answer(gate, 100, { remaining: 2, max: 110 });
    gate.settle(late, 200, { status: 200, remaining: 60, max: 110 });
    expect(room(gate, 200)).toBeLessThanOrEqual(2);
  });
});
