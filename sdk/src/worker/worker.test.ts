import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineWorker } from '../capability/worker.ts';
import type { Host } from '../platform/host.ts';
import crm from '../profiles/crm.json' with { type: 'json' };
import type { WorkerParts } from '../protocol/request-context.ts';
import { createWorker } from './worker.ts';

/** Number of failed calls so far. */
let failures: number;
/** Calls that succeeded. */
let reported: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  [failures, reported] = [0, []];
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
      reported.push(call);
    },
  } as Partial<Host> as Host;
  const parts = {
    app: { kind: 'app', name: 'Test', auth: 'static' },
    worker: defineWorker('main'),
    profile: crm,
  } as unknown as WorkerParts;
  return createWorker(parts).scheduled({ cron: '0 * * * *', scheduledTime: 7 }, {}, { host, waitUntil: () => {} });
}

test('retries a tick that cannot be reported', async () => {
  failures = 3;
  const done = scheduled();
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(reported).toEqual([
    ['ProjectActor', 'local/dev', 'tick', { worker: 'main', cron: '0 * * * *', scheduledTime: 7 }],
  ]);
});

test('rejects if no attempt to report a tick succeeds', async () => {
  failures = 9;
  const failed = expect(scheduled()).rejects.toThrow('restarted');
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(failures).toBe(5);
});
