/** Isolates that share a portal's budget, in virtual time: any histories of them. What they must reach is in `shared-cells.ts`. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burst, fiftyTimesTwenty, searches } from './strands.ts';
import { type Around, type Run, run, type Setting } from './upstream-run.ts';

const settings: fc.Arbitrary<Setting> = fc.record({
  limit: fc.integer({ min: 100, max: 250 }),
  window: fc.constantFrom('sliding' as const, 'fixed' as const),
  phaseMs: fc.integer({ min: 0, max: 9_999 }),
  medianMs: fc.integer({ min: 20, max: 200 }),
  retryAfter: fc.constantFrom('none' as const, 'seconds' as const, 'date' as const),
});
const workloads = {
  'a burst of 600': burst(600),
  '50 invocations with 12 calls each': fiftyTimesTwenty(12),
  '300 searches': searches(300),
};
const names = fc.constantFrom(...(Object.keys(workloads) as (keyof typeof workloads)[]));
/** When the isolates have heard of each other, in milliseconds. */
const KNOWN_MS = 3_000;

/** A bound in per cent is a matter of chance: it is held against the same histories each time. */
const THE_SAME = { seed: 1 };

/** Runs several isolates with a desk, and looks at what came of it. */
const holds = (
  around: fc.Arbitrary<Around>,
  property: (one: Run, also: Around) => void,
  parameters: { seed?: number } = {},
) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 2, max: 9 }),
      settings,
      names,
      around,
      async (seed, isolates, setting, name, also) => {
        property(await run(seed, setting, workloads[name], { isolates, isCoordinated: true, ...also }), also);
      },
    ),
    { numRuns: 25, endOnFailure: true, ...parameters },
  );

const nothingIsLost = ({ calls, errors, raw429, tookMs }: Run) =>
  expect([errors, raw429, tookMs.length]).toEqual([0, 0, calls]);

describe('isolates with a desk, whatever the CRM is like', () => {
  test(
    'see no 429 and lose nothing',
    () =>
      holds(fc.constant({}), (one) => {
        nothingIsLost(one);
        expect(one.refused).toBe(0);
      }),
    60_000,
  );

  test(
    'see no 429 though each is gone after a while and another one comes',
    () =>
      holds(fc.record({ livesMs: fc.integer({ min: 5_000, max: 45_000 }) }), (one) => {
        nothingIsLost(one);
        expect(one.refused).toBe(0);
      }),
    60_000,
  );

  test(
    'lose nothing and see at most 2 % 429s while the desk is away',
    () =>
      holds(
        fc.integer({ min: KNOWN_MS, max: 20_000 }).map((from) => ({ down: { from, to: from + 30_000 } })),
        (one) => {
          nothingIsLost(one);
          expect(one.refused / one.calls).toBeLessThanOrEqual(0.02);
        },
        THE_SAME,
      ),
    60_000,
  );

  // Of searches nobody reports how many the window has taken: what was lent before it forgot may be a second's worth.
  test(
    'lose nothing and see at most 2 % 429s, or 5 each time that the desk forgets everything',
    () =>
      holds(
        fc
          .array(fc.integer({ min: KNOWN_MS, max: 40_000 }), { minLength: 1, maxLength: 3 })
          .map((times) => ({ forgets: times.sort((a, b) => a - b) })),
        (one, { forgets = [] }) => {
          nothingIsLost(one);
          expect(one.refused).toBeLessThanOrEqual(Math.max(0.02 * one.calls, 5 * forgets.length));
        },
        THE_SAME,
      ),
    60_000,
  );
});

test('calls go on soon after the desk has forgotten everything while the window was used up', async () => {
  const at = (delay: number, calls: number) => burst(calls).map((strand) => ({ ...strand, delay }));
  const strands = [0, 20, 40, 60].flatMap((delay) => at(delay, 1)).concat(at(100, 16), at(900, 12));
  const rateLimits = { retry: { max: 3, baseMs: 20, capMs: 3000 }, bucket: { capacity: 10, refillPerSecond: 25 } };
  const one = await run(1, { limit: 20, intervalMs: 2000, medianMs: 5, p99Ms: 10 }, strands, {
    isolates: 2,
    isCoordinated: true,
    forgets: [800],
    rateLimits,
  });
  nothingIsLost(one);
  expect(one.refused).toBe(0);
  // Those who asked it keep to their share for 2 s; the last calls fit into the second window after that.
  expect(one.spanMs).toBeLessThanOrEqual(6_500);
});
