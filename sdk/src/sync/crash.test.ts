import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Death, SyncedApp } from '../../test/synced-app.ts';
import { defineSource } from '../capability/source.ts';
import { sync } from '../capability/sync.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * 1,000 rows in four pages: one in fifty does not fit, one in seventy is refused by the CRM, one in ninety comes twice.
 */
const rows = Array.from({ length: 1_000 }, (_, i) => {
  const key = `k${i % 90 === 89 ? i - 1 : i}`;
  return { key, data: i % 50 === 49 ? { first: [i] } : { first: i % 70 === 69 ? 'bad' : `n${i}` } };
});
const PAGE = 250;

function thousand() {
  const source = defineSource({
    name: 'thousand',
    async fetch({ cursor = '0', http }) {
      await http.get('https://ledger.example/');
      const from = Number(cursor);
      return { rows: rows.slice(from, from + PAGE), ...(from + PAGE < rows.length && { cursor: String(from + PAGE) }) };
    },
  });
  const app = new SyncedApp([
    sync(source, { schedule: '1h', into: 'contact', idProperty: 'email', schema: { first: 'firstname' } }),
  ]);
  app.outside = () => Response.json({});
  return app;
}

async function result(death?: Death) {
  const app = thousand();
  await app.run('thousand', death);
  const { run, ...left } = await app.left('thousand');
  return { app, left, run };
}

test('a run of 1,000 rows survives a crash at any point, loses nothing and repeats only refused rows', async () => {
  const whole = await result();
  expect(whole.run).toMatchObject({ status: 'succeeded_with_poison', counts: { pages: 4, rows: 1_000 } });
  const calls = whole.app.upserts.length;
  expect(calls).toBe(12); // 250 rows are three calls, less those that do not fit
  const points = whole.app.traffic.length;
  let repeated = 0;
  for (let at = 1; at <= points; at++) {
    for (const when of ['before', 'after'] as const) {
      const { app, left, run } = await result({ at, when });
      expect([at, when, left]).toEqual([at, when, whole.left]);
      expect([at, when, run?.counts]).toEqual([at, when, whole.run?.counts]);
      expect([at, when, run?.status]).toEqual([at, when, 'succeeded_with_poison']);
      repeated = Math.max(repeated, app.upserts.length - calls);
      const taken = app.upserts.flat().filter((key) => key in whole.left.records);
      expect([at, when, taken.length - new Set(taken).size]).toEqual([at, when, 0]);
    }
  }
  expect(points).toBeGreaterThanOrEqual(39);
  expect(repeated).toBe(1);
});

test('a run whose process died resumes within ten seconds', async () => {
  const app = thousand();
  app.app.process = 'first';
  const before = app.app.clock;
  await app.run('thousand', { at: 9, when: 'before' });
  const { run } = await app.left('thousand');
  expect(run).toMatchObject({ status: 'succeeded_with_poison', startedAt: before });
  expect((run?.endedAt ?? 0) - before).toBeLessThan(12_000);
});
