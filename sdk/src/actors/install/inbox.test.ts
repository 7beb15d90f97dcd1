import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { inbox, MAX_INBOX_ROWS } from './inbox.ts';

function setUp() {
  const fake = fakeState();
  const part = inbox(fake.state);
  return {
    fake,
    put: (sync: string, rows: object[], worker = 'main') => part.methods!['inboxPut']!({ worker, sync, rows }),
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

  test('stores nothing of a post with a row that is too large', () => {
    const { put, rows } = setUp();
    expect(() => put('ledger', [...many(2), { key: 'big', data: 'x'.repeat(1_100_000) }])).toThrow('too large');
    expect(rows('ledger')).toEqual([]);
    expect(put('ledger', many(1))).toEqual({ waiting: 1 });
  });
});
