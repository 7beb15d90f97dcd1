/** The client against a model of the CRM, in virtual time. Figures are the same in every run. */

import { describe, expect, test } from 'vitest';
import { measure, TARGETS } from './targets.ts';
import { run, shortest } from './upstream-run.ts';
import { burst, fiftyTimesTwenty } from './workloads.ts';

describe('one isolate without other apps', () => {
  test.each(
    [100, 110, 190, 250].flatMap((limit) => (['sliding', 'fixed'] as const).map((window) => [limit, window] as const)),
  )('sees no 429 with %i calls in a %s window', async (limit, window) => {
    for (const invocations of [burst(400), fiftyTimesTwenty(8)]) {
      const { refused, raw429, errors } = await run(limit, { limit, window, phaseMs: 3210 }, invocations);
      expect([refused, raw429, errors]).toEqual([0, 0, 0]);
    }
  });
});

describe.each(TARGETS)('$name', (target) => {
  test(target.goal, async () => {
    const { holds, figures } = await measure(target, target.quick);
    expect(holds, figures).toBe(true);
  });
});

test('the optimum is the time of full windows', () => {
  expect([shortest(100, 100, 10_000), shortest(101, 100, 10_000), shortest(1000, 110, 10_000)]).toEqual([
    0, 10_000, 90_000,
  ]);
});
