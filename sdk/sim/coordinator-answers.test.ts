/** When the coordinator answers the requests that wait, in virtual time. */

import { expect, test } from 'vitest';
import type { AcquireResult } from '../src/crm/gate/coordinator.ts';
import { coordinatorWorld } from './coordinator-world.ts';
import { run } from './upstream-run.ts';
import { burst } from './workloads.ts';

/** How long the requests may wait, in ms. */
const PATIENCE_MS = 10_000;

/** By how much an answer may be later than that, in ms. A client takes the coordinator for unreachable after 2 s. */
const EXCESS_MS = 1_000;

/** Two isolates that know of each other, and requests with the time of their answers. */
function asking() {
  const world = coordinatorWorld();
  const { clock, join, acquire } = world;
  const answers: (AcquireResult & { readonly at: number; readonly lateMs: number })[] = [];
  const ask = async (patienceMs = PATIENCE_MS) => {
    const until = clock.now() + patienceMs;
    const answer = await acquire('a', patienceMs);
    answers.push({ ...answer, at: clock.now(), lateMs: clock.now() - until });
  };
  const joined = async () => {
    await join('a');
    await join('b');
    await join('a'); // gives up the solo grant
  };
  return { ...world, answers, ask, joined };
}

const nothing = () => {};
const times = (count: number, ask: () => Promise<void>) => Promise.all(Array.from({ length: count }, () => ask()));

test('without any report, each request is answered by the end of its patience', async () => {
  const { run: runs, answers, ask, joined } = asking();
  await runs(async () => {
    await joined();
    await Promise.all([times(300, ask), ask(PATIENCE_MS / 2)]); // the last one decides those before it
    expect(Math.max(...answers.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(EXCESS_MS);
  });
});

test('the first report decides the requests that wait, and those without a turn are deferred at once', async () => {
  const { run: runs, clock, answers, ask, joined, settle } = asking();
  await runs(async () => {
    await joined();
    void times(300, ask).catch(nothing);
    await clock.sleep(100);
    expect(answers.every(({ id }) => id !== undefined)).toBe(true);
    await settle('a', answers[0]!.id!, { remaining: 0 });
    await clock.sleep(0);
    const deferred = answers.filter(({ id }) => id === undefined);
    expect(deferred.length).toBeGreaterThan(90);
    expect(deferred.every(({ at, hintMs }) => at === clock.now() && hintMs! > 0)).toBe(true);
  });
});

test('the report of the first granted call is awaited, those of the next ones are not', async () => {
  const { run: runs, joined, acquire, settle } = asking();
  await runs(async () => {
    await joined();
    const first = await acquire('a');
    expect(first.isAwaited).toBe(true);
    expect((await acquire('b')).isAwaited).toBe(false);
    await settle('a', first.id!);
    expect((await acquire('a')).isAwaited).toBe(false);
  });
});

test('a request is answered within a second of its patience, however slow the CRM is', async () => {
  const { run: runs, clock, answers, ask, joined, acquireAll, settle } = asking();
  await runs(async () => {
    await joined();
    const ids = await acquireAll('a');
    await clock.sleep(6_000); // the round trip
    await Promise.all(ids.map((id) => settle('a', id, { remaining: 100 - ids.length })));
    await times(20, () => ask(5_000));
    expect(Math.max(...answers.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(EXCESS_MS);
  });
});

// Requests that got no answer before the first report slept for two windows. Their isolates took the coordinator for
// unreachable and sent 31 calls without asking, and were gone before they could report them.
test('isolates that are replaced during a burst send no call without asking', async () => {
  const upstream = { limit: 102, window: 'sliding', phaseMs: 9_994, medianMs: 193, retryAfter: 'seconds' } as const;
  const conditions = { isolates: 9, isCoordinated: true, livesMs: 5_003 };
  const one = await run(-1_842_475_300, upstream, burst(600), conditions);
  expect([one.refused, one.raw429, one.errors, one.tookMs.length]).toEqual([0, 0, 0, 600]);
  expect(one.spanMs).toBeLessThanOrEqual(65_000); // five full windows are 50 s
});

// A round trip between continents, and the start of an actor. Its share of the budget would be half of it.
test.each([50, 100, 200])('a burst of one isolate waits for a coordinator that is %i ms away', async (oneWayMs) => {
  const one = await run(1, { limit: 100 }, burst(90), { isCoordinated: true, oneWayMs });
  expect([one.refused, one.errors, one.backpressure]).toEqual([0, 0, 0]);
});
