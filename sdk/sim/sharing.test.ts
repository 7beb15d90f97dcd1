/** Properties of isolates that share a portal's budget, in virtual time. `shared-targets.ts` has their figures. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Conditions, type Run, run, type UpstreamSettings } from './upstream-run.ts';
import { burst, fiftyTimesTwenty, searches } from './workloads.ts';

const settings: fc.Arbitrary<UpstreamSettings> = fc.record({
  limit: fc.integer({ min: 100, max: 250 }),
  window: fc.constantFrom('sliding' as const, 'fixed' as const),
  phaseMs: fc.integer({ min: 0, max: 9_999 }),
  medianMs: fc.integer({ min: 20, max: 200 }),
  longestMs: fc.constant(9_000), // an attempt ends after 10 s, and its call is lost
  retryAfter: fc.constantFrom('none' as const, 'seconds' as const, 'date' as const),
});
const workloads = {
  'a burst of 600': burst(600),
  '50 invocations with 12 calls each': fiftyTimesTwenty(12),
  '300 searches': searches(300),
};
const names = fc.constantFrom(...(Object.keys(workloads) as (keyof typeof workloads)[]));
/** When the isolates know of each other, in ms. */
const KNOWN_MS = 3_000;

/** Fixed histories for bounds in percent, which depend on chance. */
const THE_SAME = { seed: 1 };

/** Checks a property of runs with several isolates and a coordinator. */
const holds = (
  conditions: fc.Arbitrary<Conditions>,
  property: (one: Run, also: Conditions) => void,
  parameters: { seed?: number } = {},
) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 2, max: 9 }),
      settings,
      names,
      conditions,
      async (seed, isolates, setting, name, also) => {
        property(await run(seed, setting, workloads[name], { isolates, isCoordinated: true, ...also }), also);
      },
    ),
    { numRuns: 25, endOnFailure: true, ...parameters },
  );

const expectNoLoss = ({ calls, errors, raw429, tookMs }: Run) =>
  expect([errors, raw429, tookMs.length]).toEqual([0, 0, calls]);

describe('isolates with a coordinator, for any CRM', () => {
  test(
    'get no 429 and lose no call',
    () =>
      holds(fc.constant({}), (one) => {
        expectNoLoss(one);
        expect(one.refused).toBe(0);
      }),
    60_000,
  );

  test(
    'get no 429 when isolates are replaced',
    () =>
      holds(fc.record({ livesMs: fc.integer({ min: 5_000, max: 45_000 }) }), (one) => {
        expectNoLoss(one);
        expect(one.refused).toBe(0);
      }),
    60_000,
  );

  test(
    'lose no call and get at most 2 % 429s while the coordinator is unreachable',
    () =>
      holds(
        fc.integer({ min: KNOWN_MS, max: 20_000 }).map((from) => ({ down: { from, to: from + 30_000 } })),
        (one) => {
          expectNoLoss(one);
          expect(one.refused / one.calls).toBeLessThanOrEqual(0.02);
        },
        THE_SAME,
      ),
    60_000,
  );

  // Responses to searches do not report remaining calls, so the searches of one second before a restart are unknown.
  test(
    'lose no call and get at most 2 % 429s, or 5 per restart of the coordinator',
    () =>
      holds(
        fc
          .array(fc.integer({ min: KNOWN_MS, max: 40_000 }), { minLength: 1, maxLength: 3 })
          .map((times) => ({ restarts: times.sort((a, b) => a - b) })),
        (one, { restarts = [] }) => {
          expectNoLoss(one);
          expect(one.refused).toBeLessThanOrEqual(Math.max(0.02 * one.calls, 5 * restarts.length));
        },
        THE_SAME,
      ),
    60_000,
  );
});

test('calls resume soon after a restart of the coordinator while the window is full', async () => {
  const at = (delay: number, calls: number) => burst(calls).map((invocation) => ({ ...invocation, delay }));
  const invocations = [0, 20, 40, 60].flatMap((delay) => at(delay, 1)).concat(at(100, 16), at(900, 12));
  const rateLimits = { retry: { max: 3, baseMs: 20, capMs: 3000 }, bucket: { capacity: 10, refillPerSecond: 25 } };
  const one = await run(1, { limit: 20, intervalMs: 2000, medianMs: 5, p99Ms: 10 }, invocations, {
    isolates: 2,
    isCoordinated: true,
    restarts: [800],
    rateLimits,
  });
  expectNoLoss(one);
  expect(one.refused).toBe(0);
  // Clients with calls in flight use their share for 2 s. The last calls fit into the second window after that.
  expect(one.spanMs).toBeLessThanOrEqual(6_500);
});
