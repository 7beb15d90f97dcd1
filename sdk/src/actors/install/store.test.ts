import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { handlerStore } from './store.ts';

interface Found {
  readonly value?: unknown;
  readonly version?: string;
  readonly swapped?: boolean;
}

function setUp() {
  const fake = fakeState();
  const part = handlerStore(fake.state);
  const call = <T = Found>(method: string, args: object) => part.methods?.[method]?.(args) as T;
  const rows = () => fake.state.store.list().map(([key]) => key);
  return {
    fake,
    call,
    get: (key: string) => call('storeGet', { key, versioned: true }),
    put: (key: string, value: unknown) => call('storePut', { key, value }),
    swap: (key: string, value: unknown, more: object = {}) => call('storeSwap', { key, value, ...more }),
    keys: (args: object = {}) => call<{ key: string }[]>('storeList', args).map(({ key }) => key),
    rows,
    fires() {
      fake.due.delete('storeExpiry ');
      void part.due?.['storeExpiry']?.('');
    },
  };
}

describe('versions of the store', () => {
  test('change with every write, also of the same value, and after a delete', () => {
    const { get, put, swap, call } = setUp();
    const seen = new Set<string | undefined>();
    put('k', 1);
    seen.add(get('k').version);
    expect(get('k').version).toBe([...seen][0]);
    for (const write of [
      () => put('k', 1),
      () => swap('k', 1),
      () => [call('storeDelete', { key: 'k' }), put('k', 1)],
    ]) {
      write();
      seen.add(get('k').version);
    }
    expect([seen.size, seen.has(undefined)]).toEqual([4, false]);
    expect(get('other')).toEqual({ found: false });
  });

  test('let one of two swaps with the same version win', () => {
    const { get, put, swap } = setUp();
    put('k', 'same');
    const { version } = get('k');
    expect(swap('k', 'same', { ifVersion: version })).toEqual({ swapped: true });
    const lost = swap('k', 'same', { ifVersion: version });
    expect(lost).toMatchObject({ swapped: false, value: 'same' });
    expect(lost.version).toBe(get('k').version);
    expect(swap('k', 'late', { ifVersion: null })).toMatchObject({ swapped: false, value: 'same' });
  });

  test('recognize a swap that is repeated since its answer was lost', () => {
    const { get, put, swap } = setUp();
    const create = { ifVersion: null, newVersion: 'made' };
    expect([swap('k', 1, create), swap('k', 1, create)]).toEqual([{ swapped: true }, { swapped: true }]);
    const add = { ifVersion: 'made', newVersion: 'added' };
    expect(swap('k', 2, add)).toEqual({ swapped: true });
    expect(get('k')).toMatchObject({ value: 2, version: 'added' });
    put('k', 3); // another write comes first
    expect(swap('k', 2, add)).toEqual({ swapped: true });
    expect(get('k').value).toBe(3);
    expect(swap('k', 4, { ifVersion: 'added', newVersion: 'late' })).toMatchObject({ swapped: false, value: 3 });
  });

  test('are remembered for a few writes', () => {
    const { fake, put, swap } = setUp();
    swap('k', 0, { ifVersion: null, newVersion: 'first' });
    for (let i = 1; i <= 20; i++) {
      put('k', i);
    }
    expect(JSON.stringify(fake.state.store.get('v/k')).length).toBeLessThan(500);
  });

  test('are null before the first write and after a delete', () => {
    const { swap, call } = setUp();
    expect(swap('k', 1, { ifVersion: null })).toEqual({ swapped: true });
    expect(swap('k', 2, { ifVersion: null })).toMatchObject({ swapped: false, value: 1 });
    call('storeDelete', { key: 'k' });
    expect(swap('k', 3, { ifVersion: 'old' })).toEqual({ swapped: false });
    expect(swap('k', 3, { ifVersion: null })).toEqual({ swapped: true });
  });

  test('cost nothing where nothing reads them', () => {
    const { put, call, rows } = setUp();
    put('k', 1);
    call('storeGet', { key: 'k' });
    put('k', 2);
    expect(rows()).toEqual(['s/k']);
  });
});

describe('the time to live of an entry', () => {
  test('ends at its time for get, list, swap and delete, before the alarm', () => {
    const { fake, get, swap, keys, call, rows } = setUp();
    for (const key of ['a', 'b', 'c']) {
      swap(key, 1, { ttl: '1m' });
    }
    fake.clock += 59_999;
    expect(keys()).toEqual(['a', 'b', 'c']);
    fake.clock += 1;
    expect([
      get('a').value,
      keys(),
      swap('b', 2, { ifVersion: null }).swapped,
      call('storeDelete', { key: 'c' }),
    ]).toEqual([undefined, [], true, false]);
    call('storeDelete', { key: 'b' });
    expect(rows()).toEqual([]);
  });

  test('is ended by the alarm, entry after entry', () => {
    const { fake, swap, rows, fires } = setUp();
    swap('late', 1, { ttl: 20 });
    swap('early', 1, { ttl: 10.5 });
    swap('kept', 1);
    expect(fake.due.get('storeExpiry ')).toBe(fake.clock + 10_500);
    fake.clock += 10_500;
    fires();
    expect(rows().filter((key) => key.startsWith('s/'))).toEqual(['s/kept', 's/late']);
    expect(fake.due.get('storeExpiry ')).toBe(fake.clock + 9_500);
    fake.clock += 9_500;
    fires();
    expect([rows(), fake.due.size]).toEqual([['s/kept'], 0]);
  });

  test('is replaced by a later put, in either direction', () => {
    const { fake, put, swap, keys, rows } = setUp();
    swap('endless', 1, { ttl: 1 });
    put('endless', 2);
    swap('longer', 1, { ttl: 1 });
    swap('longer', 1, { ttl: 3 });
    swap('shorter', 1, { ttl: 3 });
    swap('shorter', 1, { ttl: 1 });
    fake.clock += 1_000;
    expect(keys()).toEqual(['endless', 'longer']);
    fake.clock += 2_000;
    expect(keys()).toEqual(['endless']);
    expect(rows().filter((key) => key.startsWith('x/'))).toEqual([]);
  });

  test('has one index key while it is set', () => {
    const { fake, call, put, swap, rows } = setUp();
    const index = () => rows().filter((key) => key.startsWith('x/'));
    swap('k', 1, { ttl: 60 });
    expect(index()).toEqual([expect.stringContaining(String(fake.clock + 60_000))]);
    swap('k', 2, { ttl: 30 });
    expect(index()).toEqual([expect.stringContaining(String(fake.clock + 30_000))]);
    swap('k', 3, { keepsExpiry: true });
    expect(index()).toEqual([expect.stringContaining(String(fake.clock + 30_000))]);
    put('k', 4);
    expect(index()).toEqual([]);
    swap('k', 5, { ttl: 60 });
    call('storeDelete', { key: 'k' });
    expect(index()).toEqual([]);
  });

  test('is not that of an index key which was left behind', () => {
    const { fake, get, put, rows, fires } = setUp();
    put('k', 1);
    fake.state.store.put(`x/${String(fake.clock).padStart(15, '0')}/gone`, 'k');
    fires();
    expect([get('k').value, rows().filter((key) => key.startsWith('x/'))]).toEqual([1, []]);
  });

  test('stays with a swap that keeps it', () => {
    const { fake, get, swap, keys } = setUp();
    swap('k', 1, { ttl: 2 });
    swap('k', 2, { keepsExpiry: true, ifVersion: get('k').version });
    fake.clock += 1_999;
    expect(keys()).toEqual(['k']);
    fake.clock += 1;
    expect(keys()).toEqual([]);
  });

  test('ends for more entries than one transaction removes', () => {
    const { fake, swap, keys, rows } = setUp();
    for (let i = 0; i < 600; i++) {
      swap(`k${i}`, i, { ttl: 1 });
    }
    fake.clock += 1_000;
    expect([keys(), rows()]).toEqual([[], []]);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '', '5', '1.5h', '5 m', '-5m', '4000d', true, {}, null])(
    'of %j is refused, and nothing is stored',
    (ttl) => {
      const { swap, rows } = setUp();
      expect(() => swap('k', 1, { ttl })).toThrow(/invalid ttl .*expected a number of seconds/);
      expect(rows()).toEqual([]);
    },
  );
});

describe('pages of the store', () => {
  test('continue after a key', () => {
    const { put, keys } = setUp();
    for (const key of ['a/1', 'a/1\u0000', 'a/2', 'b']) {
      put(key, 1);
    }
    expect(keys({ prefix: 'a/', limit: 1 })).toEqual(['a/1']);
    expect(keys({ prefix: 'a/', after: 'a/1' })).toEqual(['a/1\u0000', 'a/2']);
    expect(keys({ prefix: 'a/', after: 'a/2' })).toEqual([]);
    expect(keys({ prefix: 'b', after: 'a' })).toEqual(['b']);
    expect(() => keys({ after: 7 })).toThrow('invalid after');
  });
});

test('errors name the key of the handler', () => {
  const { put, swap } = setUp();
  for (const write of [put, swap]) {
    expect(() => write('mine', undefined)).toThrow('the value of "mine" cannot be stored');
    expect(() => write('mine', 'x'.repeat(1_100_000))).toThrow('the value of "mine" is too large');
    expect(() => write('k'.repeat(2_047), 1)).toThrow('of 2047 bytes: the limit is 2046 bytes');
  }
});
