import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineWorker } from '../capability/worker.ts';
import type { Host } from '../platform/host.ts';
import crm from '../profiles/crm.json' with { type: 'json' };
import type { WorkerParts } from '../protocol/request-context.ts';
import { createWorker } from './worker.ts';

/** How often the project could not be told yet. */
let failures: number;
/** What it was told. */
let told: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  [failures, told] = [0, []];
});

afterEach(() => {
  vi.useRealTimers();
});

function scheduled(): Promise<void> {
  const host = {
    async actor(...call) {
      if (failures-- > 0) {
        throw new Error('the object was restarted');
      }
      told.push(call);
    },
  } as Partial<Host> as Host;
  const parts = {
    app: { kind: 'app', name: 'Test', auth: 'static' },
    worker: defineWorker('main'),
    profile: crm,
  } as unknown as WorkerParts;
  return createWorker(parts).scheduled({ cron: '0 * * * *', scheduledTime: 7 }, {}, { host, waitUntil: () => {} });
}

test('a schedule that cannot be told is told again: nobody else does', async () => {
  failures = 3;
  const done = scheduled();
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(told).toEqual([
    ['ProjectActor', 'local/dev', 'tick', { worker: 'main', cron: '0 * * * *', scheduledTime: 7 }],
  ]);
});

test('a schedule that cannot be told at all fails, for the platform to show', async () => {
  failures = 9;
  const failed = expect(scheduled()).rejects.toThrow('restarted');
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(failures).toBe(5);
});
