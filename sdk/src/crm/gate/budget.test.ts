import { expect, test } from 'vitest';
import { normalizeRateLimits } from '../../manifest/rate-limits.ts';
import { budgetOf } from './budget.ts';
import { Gate } from './gate.ts';
import { settingsOf } from './isolate.ts';
import { Line } from './line.ts';
import type { RateReport } from './rate-headers.ts';
import { strideOf } from './stride.ts';

/** The line of a portal that allows 100 calls per 10 s, behind a bucket that does not limit them. */
function world() {
  const settings = { ...settingsOf('general', normalizeRateLimits()), capacity: 1_000, refillPerSecond: 1_000 };
  const line = new Line(new Gate(settings, () => 0.5));
  const { gate } = line;
  return {
    line,
    gate,
    send: (count: number) => Array.from({ length: count }, () => gate.lease(0)),
    answer: (report: Partial<RateReport>, at = 0) =>
      gate.settle(gate.lease(at), at, { status: 200, max: 100, ...report }),
    budget: (calls = 1, now = 0, surface = 'card') => budgetOf(line, strideOf(surface), calls, now),
  };
}

test('the window is without the calls in flight and those that the CRM may count', () => {
  const { gate, send, answer, budget } = world();
  answer({});
  expect(budget().window).toBe(99);
  const leases = send(30);
  expect(budget().window).toBe(69);
  leases.forEach((lease) => gate.settle(lease, 0, undefined));
  expect(budget().window).toBe(69);
  expect(budget(1, 10_000).window).toBe(100);
});

test('the window is at most what the CRM reports as left, less the calls in flight', () => {
  const { send, answer, budget } = world();
  answer({ remaining: 40 });
  expect(budget().window).toBe(40);
  send(15);
  expect(budget().window).toBe(25);
});

test('the calls that would pass now are those of the window, but for the one that is kept', () => {
  const { answer, budget } = world();
  answer({});
  const { now, window } = budget();
  expect([now, window]).toEqual([98, 99]);
  expect(budget(98).waitMs).toBe(0);
  expect(budget(99).waitMs).toBeGreaterThanOrEqual(9_000);
});

test('calls that wait with an earlier turn come first', () => {
  const { line, gate, answer, budget } = world();
  answer({});
  gate.holdUntil(1_000);
  for (let i = 0; i < 90; i++) {
    line.poll(line.take({ isOne: false }, strideOf('card'), 0, 100_000, 100_000), 0);
  }
  expect([budget(1, 0, 'card').waitMs, budget(1, 0, 'card').now]).toEqual([1_000, 0]);
  expect(budget(20, 0, 'card').waitMs).toBeGreaterThanOrEqual(10_000); // behind all 90
  expect(budget(20, 0, 'sync').waitMs).toBeGreaterThanOrEqual(10_000);
  expect(budget(5, 0, 'sync').waitMs).toBeLessThan(10_000); // behind 80 of them
});

test('a hold lets no call pass, and a background call leaves a share to others', () => {
  const { send, answer, budget, gate } = world();
  answer({});
  expect([budget(1, 0, 'card').now, budget(1, 0, 'sync').now]).toEqual([98, 95]);
  send(96);
  expect([budget(1, 0, 'card').waitMs, budget(1, 0, 'sync').waitMs > 0]).toEqual([0, true]);
  gate.holdUntil(7_000);
  expect(budget()).toMatchObject({ now: 0, waitMs: 7_000 });
});

test('the day is known once the CRM has reported it', () => {
  const { answer, budget } = world();
  expect(budget()).not.toHaveProperty('day');
  answer({ dailyRemaining: 123 });
  expect(budget().day).toBe(123);
});
