import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { dropRows, inbox, MAX_INBOX_ROWS } from './inbox.ts';
import { putSync } from './sync-state.ts';

const DUE = `sync ${JSON.stringify(['main', 'ledger'])}`;

function setUp() {
  const fake = fakeState();
  const part = inbox(fake.state);
  return {
    fake,
    put: (sync: string, rows: object[], worker = 'main', post?: string) =>
      part.methods!['inboxPut']!({ worker, sync, rows, post }),
    rows: (sync: string, worker = 'main') =>
      fake.state.store.list<{ key: string }>({ prefix: `inbox/row/${worker}/${sync}/` }).map(([, { key }]) => key),
  };
}

const many = (count: number, data: unknown = 0) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, data }));

describe('the inbox of a sync', () => {
  test('keeps rows in order of arrival, with the time', () => {
    const { fake, put, rows } = setUp();
    expect(put('ledger', [{ key: 'b', data: { n: 1 } }])).toEqual({ waiting: 1 });
    put('ledger', [
      { key: 'a', data: null },
      { key: 'b', data: 2 },
    ]);
    expect(rows('ledger')).toEqual(['b', 'a', 'b']);
    expect(fake.state.store.get('inbox/row/main/ledger/000000000000000')).toEqual({
      key: 'b',
      data: { n: 1 },
      at: fake.clock,
    });
  });

  test('is separate per worker and sync', () => {
    const { put, rows } = setUp();
    put('a', [{ key: '3', data: 0 }], 'other');
    expect(rows('a', 'other')).toEqual(['3']);
    put('a', [{ key: '1', data: 0 }]);
    put('a/b', [{ key: '2', data: 0 }]);
    expect([rows('a'), rows('a%2Fb')]).toEqual([['1'], ['2']]);
  });

  test('accepts all rows of a post or none', () => {
    const { put, rows } = setUp();
    put('ledger', many(MAX_INBOX_ROWS - 1));
    expect(() => put('ledger', many(2))).toThrow(expect.objectContaining({ code: 'inbox_full' }));
    expect(rows('ledger')).toHaveLength(MAX_INBOX_ROWS - 1);
    expect(put('ledger', many(1))).toEqual({ waiting: MAX_INBOX_ROWS });
    expect(() => put('ledger', many(1))).toThrow(expect.objectContaining({ code: 'inbox_full' }));
    expect(put('other', many(1))).toEqual({ waiting: 1 });
  });

  test('limits its size in characters', () => {
    const { put, rows } = setUp();
    const large = 'x'.repeat(1_000_000);
    for (let i = 0; i < 67; i++) {
      put('ledger', many(1, large));
    }
    expect(() => put('ledger', many(1, large))).toThrow(expect.objectContaining({ code: 'inbox_full' }));
    expect(rows('ledger')).toHaveLength(67);
  });

  test('keeps a repeated post once, before the rows of a later one', () => {
    const { fake, put, rows } = setUp();
    put('ledger', [{ key: 'a', data: 1 }], 'main', 'first');
    put('ledger', [{ key: 'b', data: 2 }], 'main', 'second');
    expect(put('ledger', [{ key: 'a', data: 1 }], 'main', 'first')).toEqual({ waiting: 2 });
    expect(rows('ledger')).toEqual(['a', 'b']);
    dropRows(fake.state.store, 'main/ledger', 2); // a run has taken them
    expect(put('ledger', [{ key: 'a', data: 1 }], 'main', 'first')).toEqual({ waiting: 0 });
    put('other', [{ key: 'a', data: 1 }], 'main', 'first'); // each sync of the source gets the post
    expect([rows('ledger'), rows('other')]).toEqual([[], ['a']]);
  });

  test('numbers rows that come after others were taken apart from those that wait', () => {
    const { fake, put, rows } = setUp();
    const key = (key: string) => [{ key, data: 0 }];
    put('ledger', [...key('a'), ...key('b'), ...key('c')]);
    dropRows(fake.state.store, 'main/ledger', 2);
    put('ledger', key('d'));
    expect(put('ledger', key('e'))).toEqual({ waiting: 3 });
    expect(rows('ledger')).toEqual(['c', 'd', 'e']);
    dropRows(fake.state.store, 'main/ledger', 5);
    put('ledger', key('f'));
    put('ledger', key('g'));
    expect(rows('ledger')).toEqual(['f', 'g']);
  });

  test('does not bring a waiting run forward', () => {
    const { fake, put } = setUp();
    const waits = fake.clock + 60_000;
    fake.due.set(DUE, waits);
    put('ledger', many(1));
    expect(fake.due.get(DUE)).toBe(fake.clock); // no run is active
    putSync(fake.state.store, 'main/ledger', {
      fence: 1,
      run: { id: 'r', record: 'run/log/r', phase: 'rows', stumbles: 1 },
    });
    fake.due.set(DUE, waits);
    put('ledger', many(1));
    expect(fake.due.get(DUE)).toBe(waits);
    fake.due.delete(DUE); // it waits for its caller
    put('ledger', many(1));
    expect(fake.due.get(DUE)).toBe(fake.clock);
  });

  test('stores nothing of a post with a row that is too large', () => {
    const { put, rows } = setUp();
    expect(() => put('ledger', [...many(2), { key: 'big', data: 'x'.repeat(1_100_000) }])).toThrow('too large');
    expect(rows('ledger')).toEqual([]);
    expect(put('ledger', many(1))).toEqual({ waiting: 1 });
  });
});
