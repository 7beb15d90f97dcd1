import { describe, expect, test } from 'vitest';
import { chunksOf, postedRow, type RowRules, sortRows, splitPosted } from './rows.ts';

const rules: RowRules = { worker: 'main', sync: 's', idProperty: 'number' };
const mapped: RowRules = { ...rules, schema: { id: 'number', total: 'amount' } };
const circular: Record<string, unknown> = {};
circular['self'] = circular;

describe('the rows of a page', () => {
  test('that are invalid get a reason each and do not affect valid rows', async () => {
    const invalid: [unknown, RegExp][] = [
      [null, /key is not a string/],
      [{ key: 7, data: {} }, /key is not a string/],
      [{ key: '', data: {} }, /empty/],
      [{ key: 'k'.repeat(1_001), data: {} }, /more than 1000 characters/],
      [{ key: 'a', data: 'text' }, /not an object/],
      [{ key: 'a', data: { id: 'a' } }, /"total" of the schema is missing/],
      [{ key: 'a', data: { id: 'a', total: [1] } }, /"total" is not a string/],
      [{ key: 'a', data: { id: 'a', total: Number.NaN } }, /"total" is not a string/],
      [{ key: 'a', data: Object.create({ id: 'a', total: 1 }) }, /"id" of the schema is missing/],
      [{ key: 'a', data: { id: 'a', total: 1, note: 'x'.repeat(150_000) } }, /more than 150000/],
      [{ key: 'a', data: { id: 'a', total: 1, circular } }, /cannot be stored as JSON/],
    ];
    const fits = { key: 'fits', data: { id: 'fits', total: 1 } };
    const sorted = await sortRows(mapped, [...invalid.map(([row]) => row), fits]);
    expect(sorted.rows.map(({ key }) => key)).toEqual(['fits']);
    expect(sorted.invalid.map(({ reason }, i) => [i, invalid[i]?.[1].test(reason)])).toEqual(
      invalid.map((_, i) => [i, true]),
    );
  });

  test('that are invalid stay invalid on a retry, even if they were truncated', async () => {
    const long = [
      { key: 'k'.repeat(5_000), data: { a: 1 } },
      { key: 'b', data: { note: 'x'.repeat(150_001) } },
      { key: 'c', data: circular },
    ];
    const { invalid } = await sortRows(rules, long);
    const again = await sortRows(
      rules,
      invalid.map(({ key, data }) => ({ key, data })),
    );
    expect([invalid.length, again.invalid.length, again.rows]).toEqual([3, 3, []]);
    expect(JSON.stringify(invalid).length).toBeLessThan(10_000);
  });

  test('that JSON would make valid stay invalid on a retry', async () => {
    const { invalid } = await sortRows(rules, [
      { key: 'a', data: { n: Number.NaN } },
      { key: 'b', data: { n: undefined } },
      { key: 'c', data: new Map([['n', 1]]) },
      { key: 'd', data: Promise.resolve({ n: 1 }) },
    ]);
    const again = await sortRows(
      rules,
      invalid.map(({ key, data }) => ({ key, data })),
    );
    expect([invalid.length, again.invalid.length]).toEqual([4, 4]);
    expect(invalid[3]?.reason).toBe('the data is of type Promise, not a plain object');
  });

  test('have an id that depends on data, key and sync', async () => {
    const id = async (row: unknown, of = rules) => (await sortRows(of, [row])).invalid[0]?.id;
    const ids = [
      id({ key: 'a', data: 1 }),
      id({ key: 'a', data: 2 }),
      id({ key: '', data: 1 }),
      id({ key: 'a', data: 1 }, { ...rules, sync: 't' }),
    ];
    expect(new Set(await Promise.all(ids)).size).toBe(4);
    expect(await id({ key: 'a', data: 1 })).toBe(await ids[0]);
  });

  test('with one key count once: the last one, in its place', async () => {
    const row = (key: string, total: number) => ({ key, data: { id: key, total } });
    const { rows, duplicates } = await sortRows(mapped, [row('a', 1), row('b', 2), row('a', 3)]);
    expect(rows.map(({ key, properties }) => [key, properties])).toEqual([
      ['b', { amount: 2 }],
      ['a', { amount: 3 }],
    ]);
    expect(duplicates).toBe(1);
  });

  test('are judged as they were posted, with the schema of the run', async () => {
    const posted = [
      { key: 'a', data: { id: 'a', total: Number.NaN } },
      { key: 'b', data: { id: 'b' } },
      { key: 'c', data: { id: 'c', total: 1 } },
      5,
    ];
    const stored = JSON.parse(JSON.stringify(await Promise.all(posted.map((row) => postedRow(mapped, row)))));
    expect(stored.map(({ invalid }: { invalid?: unknown }) => invalid !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const { rows, known } = splitPosted(stored);
    const pulled = await sortRows(mapped, posted);
    const now = await sortRows(mapped, rows, known);
    const idAndReason = (all: typeof now) => all.invalid.map(({ id, reason }) => [id, reason]);
    expect(idAndReason(now)).toEqual(idAndReason(pulled));
    const corrected = await sortRows({ ...rules, schema: { id: 'number' } }, rows, known);
    expect(corrected.rows.map(({ key }) => key)).toEqual(['b', 'c']);
  });

  test('are split into chunks of 100', () => {
    const rows = Array.from({ length: 201 }, (_, i) => ({ key: String(i), properties: {}, data: {} }));
    expect([chunksOf(rows), chunksOf([])].map((chunks) => chunks.map(({ length }) => length))).toEqual([
      [100, 100, 1],
      [],
    ]);
  });

  test('of one CRM record share a chunk', () => {
    const rows = ['A@x', ...Array.from({ length: 150 }, (_, i) => String(i)), ' a@x', 'b'].map((key) => ({
      key,
      properties: {},
      data: {},
    }));
    expect(chunksOf(rows).map((chunk) => [chunk.length, ...chunk.slice(0, 2).map(({ key }) => key)])).toEqual([
      [100, 'A@x', ' a@x'],
      [53, '98', '99'],
    ]);
  });
});
