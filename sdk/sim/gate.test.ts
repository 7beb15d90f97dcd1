/** The gate against an upstream that knows nothing of it, in virtual time: figures are the same in every run. */

import { describe, expect, test } from 'vitest';
import { CELLS, runCell } from './cells.ts';
import { burst, fiftyTimesTwenty } from './strands.ts';
import { run, shortest } from './upstream-run.ts';

describe('one isolate, nobody else on its budget', () => {
  test.each(
    [100, 110, 190, 250].flatMap((limit) =>
      (['sliding', 'fixed'] as const).flatMap((window) =>
        (['none', 'seconds'] as const).map((retryAfter) => [limit, window, retryAfter] as const),
      ),
    ),
  )('sees no 429 with %i calls in a %s window and Retry-After %s', async (limit, window, retryAfter) => {
    for (const strands of [burst(400), fiftyTimesTwenty(8)]) {
      const { refused, raw429, errors } = await run(limit, { limit, window, retryAfter, phaseMs: 3210 }, strands);
      expect([refused, raw429, errors]).toEqual([0, 0, 0]);
    }
  });
});

describe.each(CELLS)('$name', (cell) => {
  test(cell.must, async () => {
    const { holds, figures } = await runCell(cell, cell.quick);
    expect(holds, figures).toBe(true);
  }, 60_000);
});

test('the shortest time of an upstream is that of full windows', () => {
  expect([shortest(100, 100, 10_000), shortest(101, 100, 10_000), shortest(1000, 110, 10_000)]).toEqual([
    0, 10_000, 90_000,
  ]);
});
