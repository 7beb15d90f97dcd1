import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { PoisonRow } from '../../protocol/sync.ts';
import type { AppParts } from '../core/actor-part.ts';
import { MAX_INBOX_ROWS } from './inbox.ts';
import { putSync } from './sync-state.ts';
import { MAX_POISON, MAX_POISON_LISTED, POISON_KEPT_MS, poison, poisonSize, quarantine } from './poison.ts';

const DAY = 86_400_000;

const SYNCS = ['a', 's', 't', 'z'].map((id) => ({ kind: 'sync', id, source: 'rows' }));

function setUp() {
  const fake = fakeState();
  const { state } = fake;
  const part = poison(state, {}, {
    manifest: {
      app: { alerts: [] },
      workers: [{ name: 'main', capabilities: [...SYNCS, { kind: 'sync', id: 'sourceless' }] }],
    },
  } as unknown as AppParts);
  const call = <T>(method: string, args: object) => part.methods?.[method]?.(args) as T;
  const row = (id: string, sync: string, run = 'r'): PoisonRow => ({
    id,
    key: id,
    data: { id },
    reason: 'x',
    worker: 'main',
    sync,
    run,
    at: fake.clock,
    times: 1,
  });
  return {
    fake,
    quarantine: (sync: string, ids: readonly string[], run?: string) =>
      state.store.transaction(() =>
        quarantine(
          state,
          `main/${sync}`,
          ids.map((id) => row(id, sync, run)),
        ),
      ),
    size: (sync: string) => poisonSize(state.store, `main/${sync}`),
    list: (args: object = {}) => call<{ rows: { id: string; times: number }[]; next?: string }>('poisonList', args),
    call,
    ends() {
      fake.due.delete('poisonEnds ');
      void part.due?.['poisonEnds']?.('');
    },
  };
}

const ids = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`);

describe('poison rows', () => {
  test('leave nothing behind when they are retried, discarded or expired', () => {
    const { fake, quarantine, call, ends } = setUp();
    const left = () => fake.state.store.list({ prefix: 'poison/' }).map(([key]) => key);
    quarantine('s', ['a', 'b', 'c']);
    call('poisonRetry', { ids: ['a', 'a'] });
    call('poisonDiscard', { ids: ['b'] });
    expect(left().filter((key) => /[ab]$/.test(key))).toEqual([]);
    fake.clock += POISON_KEPT_MS + DAY;
    ends();
    expect(left().filter((key) => !key.startsWith('poison/size/'))).toEqual([]);
  });

  test('are stored once and counted once per run', () => {
    const { quarantine, list, size } = setUp();
    expect([quarantine('s', ['a', 'b']), quarantine('s', ['a']), quarantine('s', ['a'], 'next')]).toEqual([2, 0, 1]);
    expect(list().rows.map(({ id, times }) => [id, times])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(size('s')).toBe(2);
  });

  test('are listed in pages without data, for one sync or all', () => {
    const { quarantine, list } = setUp();
    quarantine('s', ids(40));
    quarantine('t', ['other']);
    const first = list({ worker: 'main', sync: 's', limit: 33 });
    const rest = list({ worker: 'main', sync: 's', limit: 33, after: first.next });
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(ids(40));
    expect([first.rows[0], rest.next]).toEqual([expect.not.objectContaining({ data: expect.anything() }), undefined]);
    expect(list({ limit: 500 }).rows).toHaveLength(41);
  });

  test('are listed from where a page ended, although its rows were discarded', () => {
    const { quarantine, list, call } = setUp();
    quarantine('s', ids(3));
    quarantine('t', ids(2, 'q'));
    const { next } = list({ limit: 2 });
    call('poisonDiscard', { ids: ids(2) });
    expect(list({ after: next }).rows.map(({ id }) => id)).toEqual(['p00002', ...ids(2, 'q')]);
    call('poisonDiscard', { ids: ['p00002'] });
    expect(list({ worker: 'main', sync: 's', after: next }).rows).toEqual([]);
    const invalid = expect.objectContaining({ code: 'invalid_input' });
    expect(() => list({ after: 'p00001' })).toThrow(invalid);
    expect(() => list({ worker: 'main', sync: 't', after: next })).toThrow(invalid);
  });

  test('are deleted after 30 days', () => {
    const { fake, quarantine, ends, list, size } = setUp();
    quarantine('z', ids(20, 'old'));
    fake.clock += 2 * DAY;
    quarantine('a', ids(MAX_POISON_LISTED + 1)); // before them in the order of keys
    fake.clock += POISON_KEPT_MS - 2 * DAY;
    ends();
    expect([size('z'), size('a')]).toEqual([0, MAX_POISON_LISTED + 1]);
    expect(list({ worker: 'main', sync: 'z' }).rows).toEqual([]);
    expect(fake.due.has('poisonEnds ')).toBe(true);
    fake.clock += 2 * DAY;
    ends();
    expect([size('a'), fake.due.has('poisonEnds ')]).toEqual([0, false]);
  });

  test('are limited to 10,000 per sync, and a page beyond that is not stored', () => {
    const { quarantine, size } = setUp();
    quarantine('s', ids(MAX_POISON));
    expect(() => quarantine('s', ['one', 'more'])).toThrow(expect.objectContaining({ code: 'poison_full' }));
    expect([size('s'), quarantine('s', ['p00000'], 'next')]).toEqual([MAX_POISON, 1]);
  });

  test('stay quarantined when the inbox has no room for all retried rows', () => {
    const { fake, quarantine, call, size } = setUp();
    quarantine('s', ids(3));
    fake.state.store.put('inbox/size/main/s', { next: 0, rows: MAX_INBOX_ROWS - 2, chars: 0 });
    expect(() => call('poisonRetry', { worker: 'main', sync: 's' })).toThrow(
      expect.objectContaining({ code: 'inbox_full' }),
    );
    expect(size('s')).toBe(3);
    expect(call('poisonRetry', { ids: ['p00000', 'p00000', 'gone'] })).toEqual({ retried: 1, left: false });
    expect(fake.due.get('sync ["main","s"]')).toBe(fake.clock);
  });

  test('that are retried do not bring a waiting run forward', () => {
    const { fake, quarantine, call } = setUp();
    const [name, waits] = ['sync ["main","s"]', fake.clock + 60_000];
    putSync(fake.state.store, 'main/s', {
      fence: 1,
      run: { id: 'r', record: 'run/log/r', phase: 'rows', stumbles: 1 },
    });
    fake.due.set(name, waits);
    quarantine('s', ids(1));
    expect(call('poisonRetry', { ids: ids(1) })).toEqual({ retried: 1, left: false });
    expect(fake.due.get(name)).toBe(waits);
  });

  test('are retried and discarded once by a repeated call, which gets the first answer', () => {
    const { fake, quarantine, call, size } = setUp();
    quarantine('s', ids(2));
    const retry = { ids: ['p00000'], call: 'one' };
    expect(call('poisonRetry', retry)).toEqual({ retried: 1, left: false });
    quarantine('s', ['p00000']); // it failed again meanwhile
    expect(call('poisonRetry', retry)).toEqual({ retried: 1, left: false });
    const discard = { worker: 'main', sync: 's', call: 'two' };
    expect(call('poisonDiscard', discard)).toEqual({ discarded: 2, left: false });
    quarantine('s', ids(1, 'new'));
    expect(call('poisonDiscard', discard)).toEqual({ discarded: 2, left: false });
    expect([size('s'), fake.state.store.list({ prefix: 'inbox/row/' }).length]).toEqual([1, 1]);
  });

  test('of a sync that has lost its source are not retried', () => {
    const { quarantine, call, size } = setUp();
    quarantine('sourceless', ids(1));
    const refused = expect.objectContaining({ code: 'unknown_capability' });
    expect(() => call('poisonRetry', { ids: ids(1) })).toThrow(refused);
    expect(size('sourceless')).toBe(1);
  });

  test('are discarded 500 per call', () => {
    const { quarantine, call } = setUp();
    quarantine('s', ids(MAX_POISON_LISTED + 1));
    const all = { worker: 'main', sync: 's' };
    expect([call('poisonDiscard', all), call('poisonDiscard', all)]).toEqual([
      { discarded: MAX_POISON_LISTED, left: true },
      { discarded: 1, left: false },
    ]);
  });
});
