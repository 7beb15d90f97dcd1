import { beforeEach, describe, expect, test } from 'vitest';
import { type GoHost, installGoHost } from '../../../test/go-host.ts';
import { boundTexts } from '../../host/bound-texts.ts';
import type { ActorStore } from '../../protocol/actor.ts';
import { actorStore, MAX_KEY_BYTES, MAX_VALUE_BYTES } from './store.ts';

let host: GoHost;
let store: ActorStore;

beforeEach(() => {
  host = installGoHost();
  store = actorStore(boundTexts('InstallActor', 'one'));
});

const keys = (options?: Parameters<ActorStore['list']>[0]) => store.list(options).map(([key]) => key);

describe('the store of an actor', () => {
  test('returns stored values, and undefined for unknown keys', () => {
    for (const value of [0, '', false, null, [], { a: [1, { b: 'ü' }] }]) {
      store.put('k', value);
      expect(store.get('k')).toEqual(value);
    }
    expect(store.get('other')).toBeUndefined();
    expect([store.delete('k'), store.delete('k')]).toEqual([true, false]);
  });

  test('returns copies of its values', () => {
    store.put('k', { n: 1 });
    store.get<{ n: number }>('k')!.n = 2;
    expect(store.get('k')).toEqual({ n: 1 });
  });

  test('orders keys by their UTF-8 bytes, not by UTF-16 units', () => {
    ['\u{10000}', '\uffff', 'é', 'z', 'a/1', 'a', 'Z'].forEach((key) => store.put(key, 1));
    expect(keys()).toEqual(['Z', 'a', 'a/1', 'z', 'é', '\uffff', '\u{10000}']);
  });

  test('lists by prefix, start and limit', () => {
    ['a', 'b/1', 'b/2', 'b/3', 'c'].forEach((key) => store.put(key, 1));
    expect(keys({ prefix: 'b/' })).toEqual(['b/1', 'b/2', 'b/3']);
    expect(keys({ start: 'b/2' })).toEqual(['b/2', 'b/3', 'c']);
    expect(keys({ limit: 2 })).toEqual(['a', 'b/1']);
    expect(keys({ prefix: 'b/', start: 'b/2', limit: 1 })).toEqual(['b/2']);
    expect(keys({ limit: 0 })).toEqual([]);
  });

  test('is separate for every actor', () => {
    store.put('k', 1);
    expect(actorStore(boundTexts('InstallActor', 'two')).get('k')).toBeUndefined();
    expect(actorStore(boundTexts('PortalActor', 'one')).list()).toEqual([]);
  });

  test('accepts keys of up to 2 KiB and values of up to 1 MiB', () => {
    store.put('k'.repeat(MAX_KEY_BYTES), 1);
    expect(() => store.put('k'.repeat(MAX_KEY_BYTES + 1), 1)).toThrow(/of 2049 bytes: the limit is 2048/);
    expect(() => store.put('é'.repeat(MAX_KEY_BYTES / 2 + 1), 1)).toThrow(/of 2050 bytes/);
    store.put('v', 'x'.repeat(MAX_VALUE_BYTES - 2));
    expect(() => store.put('v', 'x'.repeat(MAX_VALUE_BYTES - 1))).toThrow(/1048576 bytes/);
  });
});

describe('a transaction', () => {
  test('that throws is rolled back and rethrows', () => {
    store.put('old', 1);
    const run = () =>
      store.transaction(() => {
        store.put('old', 2);
        store.put('new', 1);
        store.delete('old');
        throw new Error('no');
      });
    expect(run).toThrow('no');
    expect(store.list()).toEqual([['old', 1]]);
  });

  test("sees its own writes and returns the function's result", () => {
    const seen = store.transaction(() => {
      store.put('n', 1);
      return store.get<number>('n');
    });
    expect([seen, store.get('n')]).toEqual([1, 1]);
  });

  test('inside another is rolled back with it, and alone', () => {
    const outer = () =>
      store.transaction(() => {
        store.put('outer', 1);
        store.transaction(() => store.put('inner', 1));
        throw new Error('no');
      });
    expect(outer).toThrow();
    expect(keys()).toEqual([]);
    store.transaction(() => {
      store.put('outer', 1);
      expect(() => store.transaction(() => [store.put('inner', 1), JSON.parse('{')])).toThrow();
    });
    expect(keys()).toEqual(['outer']);
  });

  test('must be synchronous', () => {
    const run = () =>
      store.transaction(async () => {
        store.put('k', 1);
      });
    expect(run).toThrow(/synchronous/);
    expect(keys()).toEqual([]);
  });

  test('is required for a rollback', () => {
    const write = () => {
      store.put('k', 1);
      throw new Error('no');
    };
    expect(write).toThrow();
    expect(host.texts.size).toBe(1);
  });
});
