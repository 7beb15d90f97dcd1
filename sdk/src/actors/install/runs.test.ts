import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { RUNS_KEPT, runs, type SyncRun } from './runs.ts';

const LEASE = 600_000;

function setUp() {
  const fake = fakeState();
  const part = runs(fake.state);
  const call = <T = unknown>(method: string, args: object) => part.methods![method]!(args) as T;
  return {
    fake,
    due: (sync: string) => part.due!['runLease']!(`main/${sync}`),
    start: (sync: string, id: string, worker = 'main') => call<SyncRun>('runStart', { worker, sync, id, leaseMs: LEASE }),
    end: (sync: string, id: string, more: object) => call('runEnd', { worker: 'main', sync, id, ...more }),
    list: (sync: string, worker = 'main') => call<SyncRun[]>('runList', { worker, sync }),
  };
}

describe('a run of a sync', () => {
  test('keeps a second one out until it has ended', () => {
    const { start, end } = setUp();
    expect(start('orders', 'a')).toMatchObject({ id: 'a', sync: 'orders', status: 'running' });
    expect(() => start('orders', 'b')).toThrow(expect.objectContaining({ code: 'sync_already_running' }));
    end('orders', 'a', { status: 'succeeded' });
    expect(start('orders', 'b').status).toBe('running');
  });

  test('is begun once by a call that comes twice', () => {
    const { start, list } = setUp();
    expect(start('orders', 'a')).toEqual(start('orders', 'a'));
    expect(list('orders')).toHaveLength(1);
  });

  test('keeps no run of the same id on another worker out', () => {
    const { start, end, list } = setUp();
    start('orders', 'a');
    expect(start('orders', 'b', 'other')).toMatchObject({ worker: 'other', status: 'running' });
    end('orders', 'a', { status: 'succeeded' });
    expect([list('orders'), list('orders', 'other')].map((runs) => runs.map(({ id, status }) => [id, status]))).toEqual([
      [['a', 'succeeded']],
      [['b', 'running']],
    ]);
  });

  test('keeps no run of another sync out, whatever its id', () => {
    const { start, list } = setUp();
    for (const sync of ['a', 'a/b', 'a%2Fb', 'log', 'ü', '']) {
      start(sync, `id-${sync}`);
    }
    expect(list('a').map(({ id }) => id)).toEqual(['id-a']);
  });

  test('has a record that says how it ended', () => {
    const { fake, start, end, list } = setUp();
    start('orders', 'a');
    fake.clock += 5;
    end('orders', 'a', { status: 'waiting', message: 'busy', waitsUntil: fake.clock + 30_000 });
    expect(list('orders')).toEqual([
      {
        id: 'a',
        worker: 'main', sync: 'orders',
        status: 'waiting',
        startedAt: fake.clock - 5,
        endedAt: fake.clock,
        message: 'busy',
        waitsUntil: fake.clock + 30_000,
      },
    ]);
    expect(fake.due.size).toBe(0);
  });

  test('whose worker is gone is written off when its lease is over', () => {
    const { fake, start, due, list } = setUp();
    start('orders', 'a');
    expect(fake.due.get('runLease main/orders')).toBe(fake.clock + LEASE);
    due('orders');
    expect(list('orders')[0]?.status).toBe('running'); // too early: at-least-once may come at any time
    fake.clock += LEASE;
    due('orders');
    expect(list('orders')[0]).toMatchObject({ status: 'failed', message: expect.stringContaining('worker is gone') });
    expect(start('orders', 'b').status).toBe('running');
  });

  test('that was written off cannot end the run after it', () => {
    const { fake, start, end, list } = setUp();
    start('orders', 'a');
    fake.clock += LEASE;
    start('orders', 'b');
    end('orders', 'a', { status: 'succeeded' });
    expect(list('orders').map(({ id, status }) => [id, status])).toEqual([
      ['b', 'running'],
      ['a', 'failed'],
    ]);
  });

  test('ends once: what comes again changes nothing', () => {
    const { start, end, list } = setUp();
    start('orders', 'a');
    end('orders', 'a', { status: 'succeeded' });
    end('orders', 'a', { status: 'failed' });
    end('other', 'a', { status: 'failed' });
    expect(list('orders').map(({ status }) => status)).toEqual(['succeeded']);
  });

  test(`is remembered with the ${RUNS_KEPT - 1} before it, the newest first`, () => {
    const { fake, start, end, list } = setUp();
    for (let i = 0; i < RUNS_KEPT + 3; i++) {
      fake.clock += 1000;
      start('orders', `run-${i}`);
      end('orders', `run-${i}`, { status: 'succeeded' });
    }
    const ids = list('orders').map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([RUNS_KEPT, `run-${RUNS_KEPT + 2}`, 'run-3']);
  });

  test('keeps only so much of its message', () => {
    const { start, end, list } = setUp();
    start('orders', 'a');
    end('orders', 'a', { status: 'failed', message: 'x'.repeat(100_000) });
    expect(list('orders')[0]?.message).toHaveLength(2000);
  });
});
