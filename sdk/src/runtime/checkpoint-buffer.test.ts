import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvocationRecord } from './checkpoint.ts';
import type { Host } from './host.ts';
import type { BasePlace } from './site.ts';

/** What portals' actors have taken. */
let taken: { portal: string; count: number }[];
let isAway: boolean;
let logs: string[];
let left: Promise<unknown>[];
let keep: (record?: Partial<InvocationRecord>) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  [taken, logs, left, isAway] = [[], [], [], false];
  const host = {
    now: () => Date.now(),
    log: ({ message }) => void logs.push(message),
    async actor(_class, portal, _method, args) {
      if (isAway) {
        throw new Error('away');
      }
      taken.push({ portal, count: (args as { entries: unknown[] }).entries.length });
    },
  } as Partial<Host> as Host;
  const place = { host, waitUntil: (promise) => void left.push(promise) } as Partial<BasePlace> as BasePlace;
  const { keepRecord } = await import('./checkpoint-buffer.ts');
  keep = (record) =>
    keepRecord(place, { portalId: 7, outcome: 'ok', at: Date.now(), durationMs: 1, ...record } as InvocationRecord, 0);
});

afterEach(() => {
  vi.useRealTimers();
});

const count = () => taken.reduce((sum, call) => sum + call.count, 0);

test('records are handed over when the oldest is a second old, in one call a portal', async () => {
  keep();
  keep();
  keep({ portalId: 8 });
  keep({ portalId: null });
  await vi.advanceTimersByTimeAsync(999);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toEqual([{ portal: '7', count: 2 }, { portal: '8', count: 1 }, { portal: 'none', count: 1 }]);
});

test('fifty records go at once', async () => {
  for (let i = 0; i < 50; i++) {
    keep();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([{ portal: '7', count: 50 }]);
  keep();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count()).toBe(51);
});

test('only the request that finds the buffer empty keeps a timer', () => {
  keep();
  keep();
  keep();
  expect(left).toHaveLength(1);
});

test('a request that finds the timer of another one lost sends what waits', async () => {
  keep();
  vi.clearAllTimers(); // as when the request that had it is gone
  vi.setSystemTime(Date.now() + 2_001);
  keep();
  await vi.advanceTimersByTimeAsync(0);
  expect(count()).toBe(2);
});

test('what could not be handed over goes with the next records, and is given up at last, which is told', async () => {
  isAway = true;
  for (let i = 0; i < 4; i++) {
    keep();
    await vi.advanceTimersByTimeAsync(2_500);
    keep(); // overdue: what waits goes now
    await vi.advanceTimersByTimeAsync(2_500);
  }
  expect(logs[0]).toContain('records of invocations could not be handed over');
  isAway = false;
  keep();
  await vi.advanceTimersByTimeAsync(2_500);
  keep();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(count()).toBeGreaterThanOrEqual(2);
  await expect(Promise.all(left)).resolves.toBeDefined();
});

test('no more than a thousand records wait', async () => {
  isAway = true;
  for (let i = 0; i < 3_000; i++) {
    keep();
  }
  await vi.advanceTimersByTimeAsync(5_000);
  isAway = false;
  vi.setSystemTime(Date.now() + 5_000);
  keep();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count()).toBeLessThanOrEqual(1_001);
});
