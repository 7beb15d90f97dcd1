import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Host } from '../../platform/host.ts';
import type { InvocationRecord } from '../../platform/observation.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';

/** Entries that the actors accepted, by portal. */
let taken: { portal: string; count: number }[];
/** Ids of all sent batches. */
let batches: string[];
let isAway: boolean;
let logs: string[];
let left: Promise<unknown>[];
let keep: (record?: Partial<InvocationRecord>) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  [taken, batches, logs, left, isAway] = [[], [], [], [], false];
  const host = {
    now: () => Date.now(),
    log: ({ message }) => void logs.push(message),
    async actor(_class, portal, _method, args) {
      batches.push((args as { batch: string }).batch);
      if (isAway) {
        throw new Error('away');
      }
      taken.push({ portal, count: (args as { entries: unknown[] }).entries.length });
    },
  } as Partial<Host> as Host;
  const context = {
    host,
    waitUntil: (promise) => void left.push(promise),
  } as Partial<BaseRequestContext> as BaseRequestContext;
  const { keepRecord } = await import('./checkpoint-buffer.ts');
  keep = (record) =>
    keepRecord(
      context,
      { portalId: 7, outcome: 'ok', at: Date.now(), durationMs: 1, ...record } as InvocationRecord,
      0,
    );
});

afterEach(() => {
  vi.useRealTimers();
});

const count = () => taken.reduce((sum, call) => sum + call.count, 0);

test('flushes records after a second, in one call per portal', async () => {
  keep();
  keep();
  keep({ portalId: 8 });
  keep({ portalId: null });
  await vi.advanceTimersByTimeAsync(999);
  expect(taken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toEqual([
    { portal: '7', count: 2 },
    { portal: '8', count: 1 },
    { portal: 'none', count: 1 },
  ]);
});

test('flushes at 500 records', async () => {
  for (let i = 0; i < 500; i++) {
    keep();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toEqual([{ portal: '7', count: 500 }]);
  keep();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count()).toBe(501);
});

test('gives each buffer its own second', async () => {
  for (let i = 0; i < 500; i++) {
    keep();
  }
  await vi.advanceTimersByTimeAsync(500);
  keep();
  await vi.advanceTimersByTimeAsync(999);
  expect(count()).toBe(500);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(501);
});

test('only the first request starts a timer', () => {
  keep();
  keep();
  keep();
  expect(left).toHaveLength(1);
});

test('the next request flushes if a timer was lost', async () => {
  keep();
  vi.clearAllTimers(); // as if the request with the timer is gone
  vi.setSystemTime(Date.now() + 2_001);
  keep();
  await vi.advanceTimersByTimeAsync(0);
  expect(count()).toBe(2);
});

test('a request retries a failed batch with the same id', async () => {
  isAway = true;
  keep();
  await vi.advanceTimersByTimeAsync(1_500);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count()).toBe(1);
  expect(new Set(batches).size).toBe(1);
  expect(batches).toHaveLength(2);
});

test('a later request retries the batch of a request that is gone', async () => {
  isAway = true;
  keep();
  await vi.advanceTimersByTimeAsync(1_500);
  vi.clearAllTimers(); // as if the request with the timer is gone
  isAway = false;
  keep();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count()).toBe(2);
});

test('drops a batch after three attempts and logs it', async () => {
  isAway = true;
  keep();
  keep();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(batches).toHaveLength(3);
  expect(logs).toEqual(['dropped 2 invocation records; the summary does not include them']);
  isAway = false;
  keep();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count()).toBe(1);
  await expect(Promise.all(left)).resolves.toBeDefined();
});

test('keeps at most 1,000 unsent records', async () => {
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
