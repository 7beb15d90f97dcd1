import { describe, expect, it, test } from 'vitest';
import { CrmAnswerError, CrmNoAnswerError } from '../crm/error.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import type { StagedRow, StagedValue } from '../protocol/sync.ts';
import { TransientSyncError } from './source/sync-errors.ts';
import { unwritten } from './unwritten.ts';

const row = (key: string, value: StagedValue): StagedRow => ({ key, properties: { p: value }, data: {} });
const having = (records: Record<string, unknown>) => async () => ({
  results: Object.entries(records).map(([email, p]) => ({
    id: '1',
    properties: { email, ...(p !== undefined && { p }) },
  })),
});
const keysOf = (rows: readonly StagedRow[]) => rows.map(({ key }) => key);

describe('a row is already written if the CRM has its values', () => {
  it.each<[StagedValue, unknown, boolean]>([
    ['a', 'a', true],
    ['a', 'b', false],
    [7, '7', true],
    [7.5, '7.50', true],
    ['007', '7', false],
    [0, '', false],
    [true, 'true', true],
    [null, null, true],
    ['', null, true],
    [null, undefined, false],
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z', true],
    ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00Z', false],
  ])('%j where it has %j: %j', async (wanted, is, isWritten) => {
    expect(await unwritten(having({ k: is }), 'email', [row('k', wanted)])).toHaveLength(isWritten ? 0 : 1);
  });
});

test('returns all rows of one record together and in order', async () => {
  const rows = [row('A@x', 3), row('b@x', 2), row('a@x', 3)];
  expect(keysOf(await unwritten(having({ 'a@x': '3', 'b@x': '2' }), 'email', rows))).toEqual(['A@x', 'a@x']);
});

test('returns rows without a record', async () => {
  expect(keysOf(await unwritten(having({ a: '1' }), 'email', [row('a', 1), row('b', 1)]))).toEqual(['b']);
});

test('reads 100 records per call', async () => {
  const asked: number[] = [];
  const read = async (body: object) => (asked.push((body as { inputs: unknown[] }).inputs.length), { results: [] });
  await unwritten(
    read,
    'email',
    Array.from({ length: 250 }, (_, i) => row(`k${i}`, i)),
  );
  expect(asked).toEqual([100, 100, 50]);
});

test('returns all rows if the app may not read', async () => {
  const rows = [row('a', 1)];
  for (const error of [
    new CrmAnswerError('POST', '/read', 403, {}),
    new CrmAnswerError('POST', '/read', 414, {}),
    new TypeError('no token'),
  ]) {
    expect(await unwritten(() => Promise.reject(error), 'email', rows)).toBe(rows);
  }
});

test('rejects with a transient error if the CRM is unavailable', async () => {
  const rows = [row('a', 1)];
  for (const error of [new CrmBackpressure(7), Object.assign(new Error('over'), { name: 'TimeoutError' })]) {
    await expect(unwritten(() => Promise.reject(error), 'email', rows)).rejects.toBe(error);
  }
  for (const error of [
    new CrmAnswerError('POST', '/read', 503, {}),
    new CrmNoAnswerError('POST', '/read', new Error('cut')),
  ]) {
    await expect(unwritten(() => Promise.reject(error), 'email', rows)).rejects.toThrow(TransientSyncError);
  }
});
