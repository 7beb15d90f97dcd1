/** Properties of the client for random histories, in virtual time. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrmClient } from '../src/crm/create-client.ts';
import { VirtualClock } from './clock.ts';
import type { Answer, Script, Wave } from './script.ts';
import { play } from './script.ts';
import { run } from './upstream-run.ts';
import { burst } from './workloads.ts';

const headers = (numbers: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name === 'retry-after' ? name : `X-Crm-RateLimit-${name}`,
      String(value),
    ]),
  );

const round = fc.integer({ min: 1, max: 900 });
const answers: fc.Arbitrary<Answer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      after: round,
      status: fc.constant(200),
      headers: fc.record({ Max: fc.constant(100), Remaining: fc.integer({ min: 0, max: 100 }) }).map(headers),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      after: round,
      status: fc.constant(429),
      headers: fc.record({ 'retry-after': fc.integer({ min: 0, max: 20 }) }).map(headers),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      after: round,
      status: fc.constant(429),
      body: fc.constantFrom({ policyName: 'DAILY' }, { policyName: 'SECONDLY' }, 'no object'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ after: round, status: fc.constantFrom(500, 404, 401) }) },
  { weight: 1, arbitrary: fc.record({ after: round }) },
);
const waves: fc.Arbitrary<Wave> = fc.record(
  {
    at: fc.integer({ min: 0, max: 30_000 }),
    times: fc.integer({ min: 1, max: 12 }),
    family: fc.constantFrom('general' as const, 'search' as const),
    portal: fc.integer({ min: 1, max: 2 }),
    abortsAfter: fc.integer({ min: 1, max: 3000 }),
  },
  { requiredKeys: ['at', 'times'] },
);
type History = Omit<Script, 'sent' | 'ended'>;
const histories: fc.Arbitrary<History> = fc.record({
  name: fc.constant(''),
  rateLimits: fc.constantFrom(
    {},
    { retry: false as const },
    { bucket: { capacity: 3, refillPerSecond: 2 } },
    { retry: { max: 2, capMs: 2000 } },
  ),
  calls: fc.array(waves, { minLength: 1, maxLength: 6 }),
  answers: fc.array(answers, { minLength: 1, maxLength: 40 }),
});

interface Played {
  readonly sent: readonly { readonly at: number; readonly call: number; readonly line: string }[];
  readonly ended: readonly { readonly at: number; readonly call: number; readonly how: string }[];
}

async function played(history: History): Promise<Played> {
  const { sent, ended } = await play(history);
  return {
    sent: sent.map((text) => {
      const [at, call, ...line] = text.split(' ');
      return { at: Number(at), call: Number(call), line: line.join(' ') };
    }),
    ended: ended.map((text) => {
      const [at, call, ...how] = text.split(' ');
      return { at: Number(at), call: Number(call), how: how.join(' ') };
    }),
  };
}

/** The start of each call and the line in which it waits, by number. */
function begun({ calls }: History): { at: number; line: string; isAborted: boolean }[] {
  return calls.flatMap(({ at, times = 1, family = 'general', portal = 1, abortsAfter }) =>
    Array.from({ length: times }, () => ({ at, line: `${family} ${portal}`, isAborted: abortsAfter !== undefined })),
  );
}

/** Ends the search for a smaller history before the test's time limit, which would hide the one that failed, in ms. */
const SHRINK_MS = 40_000;

const holds = (property: (history: History) => Promise<void>, arbitrary = histories) =>
  fc.assert(fc.asyncProperty(arbitrary, property), { numRuns: 60, interruptAfterTimeLimit: SHRINK_MS });

describe('the client, for any history', () => {
  test('ends every call once, and never with a 429', () =>
    holds(async (history) => {
      const { ended } = await played(history);
      expect(ended.map(({ call }) => call).sort((a, b) => a - b)).toEqual(begun(history).map((_, i) => i + 1));
      ended.forEach(({ how }) =>
        expect(how).toMatch(/^(200|4(?!29)\d\d|5\d\d|no answer|aborted|retry after [1-9]\d*s)$/),
      );
    }));

  test('sends the calls of a line in order, except retries', () =>
    holds(async (history) => {
      const { sent } = await played(history);
      const starts = begun(history);
      const first = new Map<number, number>();
      sent.forEach(({ call }, i) => first.has(call) || first.set(call, i));
      const early: string[] = [];
      for (const [call, at] of first) {
        const { line, at: start } = starts[call - 1]!;
        for (const [other, otherAt] of first) {
          const { line: otherLine, at: otherStart } = starts[other - 1]!;
          if (otherLine === line && otherStart < start && otherAt > at) {
            early.push(`call ${call} before ${other}`);
          }
        }
      }
      expect(early).toEqual([]);
    }));

  test('ends every call within 18 s and its last response', () =>
    holds(async (history) => {
      const starts = begun(history);
      const { ended } = await played(history);
      ended.forEach(({ at, call }) => expect(at - starts[call - 1]!.at).toBeLessThanOrEqual(18_000 + 2 * 900));
    }));

  test('does not wait without retries', () =>
    holds(async (history) => {
      const starts = begun(history);
      const { sent } = await played({ ...history, rateLimits: { retry: false } });
      // No test token can replace one that got a 401.
      sent.forEach(({ at, call }) => expect(at).toBe(starts[call - 1]!.at));
    }));

  test('sends no call during the Retry-After of a 429', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 8 }), async (seconds, others) => {
        const { sent } = await played({
          name: '',
          calls: [{ at: 0 }, { at: 60, times: others }],
          answers: [
            { after: 50, status: 429, headers: { 'retry-after': String(seconds) } },
            { after: 50, status: 200 },
          ],
        });
        sent.slice(1).forEach(({ at }) => expect(at).toBeGreaterThanOrEqual(50 + seconds * 1000));
      }),
      { numRuns: 30 },
    ));

  test.each([
    ['a family', { family: 'search' }, {}],
    ['a portal', { portal: 2 }, { headers: { 'retry-after': '60' } }],
  ] as const)('isolates %s from another', (_, other, hint) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 9000 }), times: fc.integer({ min: 1, max: 5 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (mine) => {
          const bad = { after: 50, status: 429, ...hint };
          const noise: Wave = { at: 0, ...other };
          // The noise makes the first request, since it starts before all others.
          const calls = mine.map(({ at, ...rest }) => ({ ...rest, at: at + 1 }));
          const alone = await play({ name: '', calls, answers: [{ after: 50, status: 200 }] });
          const beside = await play({ name: '', calls: [...calls, noise], answers: [bad, { after: 50, status: 200 }] });
          const last = calls.reduce((sum, { times }) => sum + times, 0) + 1;
          const without = (lines: readonly string[]) => lines.filter((line) => line.split(' ')[1] !== String(last));
          expect([without(beside.sent), without(beside.ended)]).toEqual([alone.sent, alone.ended]);
        },
      ),
      { numRuns: 30 },
    ),
  );
});

test('a retry after its hint is admitted', async () => {
  for (const limit of [100, 110, 190]) {
    const { backpressure, calls } = await run(limit, { limit }, burst(1000));
    expect(backpressure / calls).toBeLessThanOrEqual(0.95); // at most one deferral per call
  }
});

test.each([0, 101, NaN, -1])('a client whose calls take %s tokens of 100 is refused', (requestedTokensPerCall) => {
  const clock = new VirtualClock();
  const make = () =>
    createCrmClient({
      fetch,
      clock,
      random: Math.random,
      portalId: 1,
      rateLimits: { bucket: { requestedTokensPerCall } },
    });
  expect(make).toThrow(/invalid requestedTokensPerCall .*: expected a number from 1 to the bucket's capacity 100/);
});
