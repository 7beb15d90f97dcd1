/** Isolates that share a portal's budget, in virtual time. */

import { describe, expect, test } from 'vitest';
import { burst, fiftyTimesTwenty } from './strands.ts';
import { run, shortest } from './upstream-run.ts';

const best = shortest(1000, 110, 10_000);
const workloads = { 'a burst of 1000': burst(1000), '50 invocations with 20 calls each': fiftyTimesTwenty() };

describe('one isolate with a desk', () => {
  test('asks it at most 0.1 times a call, and is as fast as without one', async () => {
    const { rpcs, calls, refused, spanMs } = await run(1, { limit: 110 }, burst(1000), { isCoordinated: true });
    expect(rpcs / calls).toBeLessThanOrEqual(0.1);
    expect(refused).toBe(0);
    expect(best / spanMs).toBeGreaterThanOrEqual(0.89);
  });
});

describe.each([2, 4, 8, 16])('%i isolates with a desk', (isolates) => {
  test.each(Object.keys(workloads) as (keyof typeof workloads)[])('lose nothing with %s, and see at most 1 429 in 1000 calls', async (name) => {
    const { refused, calls, errors, raw429, spanMs, tookMs } = await run(isolates, { limit: 110 }, workloads[name], { isolates, isCoordinated: true });
    expect(refused / calls).toBeLessThanOrEqual(0.001);
    expect([errors, raw429, tookMs.length]).toEqual([0, 0, calls]);
    expect(best / spanMs).toBeGreaterThanOrEqual(0.8);
  });
});

test('while the desk is away for 30 s, nothing is lost and at most 2 % are refused', async () => {
  const around = { isolates: 4, isCoordinated: true, down: { from: 20_000, to: 50_000 } };
  const { refused, calls, errors, raw429, spanMs, tookMs } = await run(9, { limit: 110 }, burst(1000), around);
  expect(refused / calls).toBeLessThanOrEqual(0.02);
  expect([errors, raw429, tookMs.length]).toEqual([0, 0, calls]);
  expect(best / spanMs).toBeGreaterThanOrEqual(0.45);
});
