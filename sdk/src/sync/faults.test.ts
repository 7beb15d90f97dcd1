import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SyncedApp } from '../../test/synced-app.ts';
import { defineSource, type SourcePage } from '../declare/source.ts';
import { sync } from '../declare/sync.ts';
import { sourceEngine } from './engine.ts';

beforeEach(() => {
  Object.assign(globalThis, { __SVC_SOURCE_ENGINE__: sourceEngine });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rowsOf = (from: number, count: number, field = 'first') =>
  Array.from({ length: count }, (_, i) => ({ key: `k${from + i}`, data: { [field]: `n${from + i}` } }));

function appOf(fetch: (cursor: string | undefined) => SourcePage): SyncedApp {
  const source = defineSource({ name: 's', fetch: ({ cursor }) => fetch(cursor) });
  return new SyncedApp([sync(source, { schedule: '1h', into: 'contact', idProperty: 'email', schema: { first: 'firstname' } })]);
}

const records = (count: number) => Object.fromEntries(rowsOf(0, count).map(({ key, data }) => [key, { firstname: data['first'] }]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));

test('a page that the source gives again under another cursor makes no second record', async () => {
  const app = appOf((cursor = '0') => (cursor === '3' ? { rows: rowsOf(150, 150) } : { rows: rowsOf(cursor === '2' ? 150 : 0, 150), cursor: String(Number(cursor) + 1) }));
  await app.run('s');
  const { records: got, run } = await app.left('s');
  expect(got).toEqual(records(300));
  expect(run).toMatchObject({ status: 'succeeded', counts: { pages: 4, rows: 600 } });
});

test('pages that come out of order all arrive, and the cursor is where the last one begins', async () => {
  const order = ['30', '10', '40', '0', '20'];
  const app = appOf((cursor = '30') => {
    const next = order[order.indexOf(cursor) + 1];
    return { rows: rowsOf(Number(cursor), 10), ...(next !== undefined && { cursor: next }) };
  });
  await app.run('s');
  const { records: got, run, cursor } = await app.left('s');
  expect([got, cursor]).toEqual([records(50), '20']);
  expect(run).toMatchObject({ status: 'succeeded', counts: { rows: 50, upserted: 50 } });
});

test('rows of another form in the middle of a run are set aside each, and the run goes on', async () => {
  const fields: Record<string, string> = { 10: 'firstName' };
  const app = appOf((cursor = '0') => {
    const from = Number(cursor);
    return { rows: rowsOf(from, 10, fields[cursor]), ...(from < 20 && { cursor: String(from + 10) }) };
  });
  await app.run('s');
  const { records: got, poison, run } = await app.left('s');
  expect(Object.keys(got)).toHaveLength(20);
  expect(poison).toHaveLength(10);
  expect(poison.every((row) => /^k1\d: .*first/.test(row))).toBe(true);
  expect(run).toMatchObject({ status: 'succeeded_with_poison', counts: { rows: 30, upserted: 20, poison: 10 } });
});
