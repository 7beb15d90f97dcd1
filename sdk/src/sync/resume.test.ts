// Rows, ticks and runs that no caller repeats must still make progress.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { fakeState } from '../../test/actor-state.ts';
import { ServedApp } from '../../test/served-app.ts';
import { SyncedApp } from '../../test/synced-app.ts';
import { deliveries, SEEN_MS } from '../actors/portal/deliveries.ts';
import { defineSource } from '../capability/source.ts';
import { sync } from '../capability/sync.ts';
import { defineWorker } from '../capability/worker.ts';
import { ok, retryLater } from '../declare/result.ts';
import { edgePlan } from '../platform/edge-plan.ts';
import { heldMsOf } from '../protocol/held.ts';
import type { Grant, SyncRun } from '../protocol/sync.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const INTO = { schedule: '1h', into: 'contact', idProperty: 'email', schema: { first: 'firstname' } } as const;
const PUSH = { name: 's', receive: () => ({ rows: [] }), auth: { type: 'hmac', secret: 'K' } } as const;
const S = { worker: 'main', sync: 's' };

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${from + i}`, data: { first: `n${from + i}` } }));
const call = <T>(app: SyncedApp, method: string, args: object) =>
  app.app.actor<T>('InstallActor', 'static', method, { ...S, ...args });
const post = (app: SyncedApp, posted: object[]) => call(app, 'inboxPut', { rows: posted });
/** Lets time pass while the calls of the CRM wait to be made again. */
async function pass(app: SyncedApp, ms: number): Promise<void> {
  let isOver = false;
  const passing = app.pass(ms).finally(() => (isOver = true));
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(500);
  }
  await passing;
}
const runs = (app: SyncedApp) => call<SyncRun[]>(app, 'runList', {});
const state = async (app: SyncedApp) => (await call<{ waiting: number; poison: number }[]>(app, 'syncList', {}))[0];

describe('posted rows', () => {
  test('are written with the current schema, even if they were stored under another', async () => {
    const pushed = sync(defineSource.push(PUSH), { ...INTO, schedule: 'event', schema: { first: 'firstnam' } });
    const app = new SyncedApp([pushed]);
    let isWrong = true;
    app.crm = () =>
      isWrong
        ? Response.json(
            {
              status: 'error',
              category: 'VALIDATION_ERROR',
              message: '[{"error":"PROPERTY_DOESNT_EXIST","name":"firstnam"}]',
            },
            { status: 400 },
          )
        : undefined;
    await post(app, rows(150));
    await app.pass(10 * MINUTE);
    Object.assign(pushed, { schema: { first: 'firstname' } }); // deployed again
    isWrong = false;
    await post(app, rows(3, 150));
    await app.pass(3 * 60 * MINUTE);
    expect(app.records.size).toBe(153);
    expect([...app.records.values()].every((record) => 'firstname' in (record as object))).toBe(true);
    expect((await state(app))?.waiting).toBe(0);
  });

  test('that no longer match the schema are quarantined, and the others are written', async () => {
    const pushed = sync(defineSource.push(PUSH), { ...INTO, schedule: 'event' });
    const app = new SyncedApp([pushed]);
    app.crm = () => Response.json({ status: 'error' }, { status: 403 });
    await post(app, [...rows(2), { key: 'k9', data: { first: 'n9', last: 'l9' } }]);
    await app.pass(MINUTE);
    Object.assign(pushed, { schema: { last: 'lastname' } });
    app.crm = () => undefined;
    await app.pass(2 * 60 * MINUTE);
    expect([[...app.records.keys()], (await state(app))?.poison, (await runs(app))[0]?.status]).toEqual([
      ['k9'],
      2,
      'succeeded_with_poison',
    ]);
  });

  test('do not wait for a handler that returned retryLater without a time', async () => {
    let calls = 0;
    const app = new SyncedApp([
      sync(defineSource.push(PUSH), {
        ...INTO,
        schedule: 'event',
        handler: () => (calls++ === 0 ? retryLater('busy') : ok()),
      }),
    ]);
    await post(app, rows(1));
    await app.pass(1_000);
    await post(app, rows(5, 10));
    await app.pass(10 * MINUTE);
    expect([app.records.size, (await state(app))?.waiting]).toEqual([6, 0]);
  });

  test('are not blocked by a row without a response, which the last try quarantines', async () => {
    const app = new SyncedApp([sync(defineSource.push(PUSH), { ...INTO, schedule: 'event' })]);
    app.crm = (keys) => {
      if (!keys.includes('k5')) {
        return undefined;
      }
      const good = keys.filter((key) => key !== 'k5');
      good.forEach((key) => app.records.set(key, { firstname: key }));
      const errors = [{ status: 'error', category: 'INTERNAL_ERROR', message: 'x', context: { id: ['k5'] } }];
      return Response.json(
        { status: 'COMPLETE', results: good.map((key) => ({ id: key, properties: { email: key } })), errors },
        { status: 207 },
      );
    };
    await post(app, rows(50));
    await app.pass(MINUTE);
    await post(app, rows(50, 100));
    await app.pass(60 * MINUTE);
    expect([app.records.size, await state(app)]).toEqual([99, expect.objectContaining({ waiting: 0, poison: 1 })]);
    expect((await runs(app)).map(({ status }) => status)).toEqual(['succeeded_with_poison']);
  });

  test('stay quarantined on a retry if their sync is no longer declared', async () => {
    const app = new SyncedApp([
      sync(defineSource({ name: 's', fetch: () => ({ rows: [{ key: 'z', data: { first: [1] } }] }) }), INTO),
    ]);
    await app.run('s');
    const { rows: quarantined } = await call<{ rows: { id: string }[] }>(app, 'poisonList', { limit: 5 });
    app.app.redeclare({ auth: 'static', distribution: 'private' });
    await expect(call(app, 'poisonRetry', { ids: [quarantined[0]?.id] })).rejects.toMatchObject({
      code: 'unknown_capability',
    });
    expect((await call<{ rows: object[] }>(app, 'poisonList', { limit: 5 })).rows).toHaveLength(1);
  });
});

describe('a handler that is called again', () => {
  test('holds the run for its whole time limit', async () => {
    let calls = 0;
    let end = () => {};
    const handler = async () => {
      calls += 1;
      if (calls === 1) {
        return retryLater('x', 10);
      }
      await new Promise<void>((resolve) => (end = resolve));
      return ok();
    };
    const app = new SyncedApp([
      sync(defineSource({ name: 's', fetch: () => ({ rows: rows(1) }) }), { ...INTO, handler }),
    ]);
    await call(app, 'syncDue', {});
    await app.pass(5_000);
    const going = app.pass(10_000);
    await eventually(() => expect(calls).toBe(2));
    app.app.clock += 5 * MINUTE;
    const begin = call(app, 'syncBegin', { id: 'hand', phase: 'rows', heldMs: heldMsOf('rows', edgePlan({})) });
    await expect(begin).rejects.toMatchObject({ code: 'sync_already_running' });
    end();
    await going;
  });

  test('is called after a minimum delay', async () => {
    let calls = 0;
    const app = new SyncedApp([sync('s', { schedule: '1h', handler: () => (calls++, retryLater('x', 0)) })]);
    await call(app, 'syncDue', {});
    await app.pass(MINUTE);
    expect(calls).toBeLessThanOrEqual(61);
  });
});

describe('a schedule', () => {
  const end = (app: SyncedApp, { run, fence }: Grant) =>
    call(app, 'syncEnd', {
      run,
      fence,
      call: 'c',
      end: { kind: 'waiting', until: app.app.clock + MINUTE, message: 'busy', comesAgain: false },
    });
  const byHand = (app: SyncedApp) => call<Grant>(app, 'syncBegin', { id: 'hand', phase: 'handler', heldMs: 660_000 });

  test('resumes its run after a manual attempt', async () => {
    let calls = 0;
    const app = new SyncedApp([
      sync('s', { schedule: '1d', handler: () => (calls++ < 1 ? retryLater('busy', 60) : ok()) }),
    ]);
    await call(app, 'syncDue', {});
    await app.pass(1_000);
    await end(app, await byHand(app));
    await app.pass(5 * MINUTE);
    expect((await runs(app)).map(({ status, cause }) => [status, cause])).toEqual([['succeeded', 'schedule']]);
  });

  test('names no time for a waiting manual run that only its caller resumes', async () => {
    const app = new SyncedApp([sync('s', { schedule: 'manual', handler: () => ok() })]);
    await end(app, await byHand(app));
    const [run] = await runs(app);
    expect([run?.status, run?.message, run?.waitsUntil]).toEqual(['waiting', 'busy', undefined]);
  });

  test('starts a run after a waiting manual run', async () => {
    const app = new SyncedApp([sync('s', { schedule: '1d', handler: () => ok() })]);
    const grant = await byHand(app);
    await call(app, 'syncDue', { tick: app.app.clock });
    await end(app, grant);
    await app.pass(5 * MINUTE);
    expect((await runs(app)).map(({ status, cause }) => [status, cause])).toEqual([
      ['succeeded', 'schedule'],
      ['succeeded', 'manual'],
    ]);
  });

  test('fetches again while the previous handler waits', async () => {
    let fetched = 0;
    let calls = 0;
    const source = defineSource({ name: 's', fetch: () => (fetched++, { rows: rows(1) }) });
    const app = new SyncedApp([
      sync(source, { ...INTO, handler: () => (calls++ === 0 ? retryLater('later', 5_400) : ok()) }),
    ]);
    await call(app, 'syncDue', { tick: app.app.clock });
    await app.pass(60 * MINUTE);
    await call(app, 'syncDue', { tick: app.app.clock });
    await app.pass(59 * MINUTE);
    expect([fetched, calls]).toEqual([2, 3]);
  });
});

describe('a run', () => {
  test.each<[string, () => Response]>([
    [
      'a spent day',
      () =>
        Response.json(
          { status: 'error', errorType: 'RATE_LIMIT', policyName: 'DAILY', message: 'spent' },
          { status: 429, headers: { 'retry-after': '600' } },
        ),
    ],
    ['an outage', () => Response.json({ status: 'error' }, { status: 503 })],
    [
      'a cut connection',
      () => {
        throw new TypeError('connection broke off');
      },
    ],
  ])('waits when %s keeps a property from being created, and goes on', async (_, answer) => {
    const app = new SyncedApp([
      sync(defineSource({ name: 's', fetch: () => ({ rows: rows(3) }) }), { ...INTO, manageSchema: 'properties' }),
    ]);
    let known: object[] = [];
    app.outside = (_url, init) => (init.method === 'GET' ? Response.json({ results: known }) : answer());
    await call(app, 'syncDue', {});
    await pass(app, 10_000);
    expect((await runs(app)).map(({ status }) => status)).toEqual(['waiting']);
    known = [{ name: 'firstname' }, { name: 'email' }];
    await pass(app, 20 * MINUTE);
    expect([(await runs(app)).map(({ status }) => status), app.records.size]).toEqual([['succeeded'], 3]);
  });

  test('fails if its steps are lost repeatedly', async () => {
    const worker = defineWorker('main');
    worker.sync(defineSource({ name: 's', fetch: () => ({ rows: [] }) }), INTO);
    let steps = 0;
    const step = async () => {
      steps += 1;
      throw new Error('Worker exceeded memory limit');
    };
    const app = new ServedApp({ app: { auth: 'static', distribution: 'private' }, workers: [worker], step });
    await app.actor('InstallActor', 'static', 'syncDue', S);
    await app.pass(DAY);
    const [run] = await app.actor<SyncRun[]>('InstallActor', 'static', 'runList', S);
    expect([steps, run?.status, run?.message]).toEqual([6, 'failed', expect.stringContaining('without a report')]);
  });

  test('counts a repeated invalid row once as poison and once as a duplicate', async () => {
    const app = new SyncedApp([
      sync(
        defineSource({
          name: 's',
          fetch: () => ({ rows: [...rows(2), { key: 'x', data: {} }, { key: 'x', data: {} }] }),
        }),
        INTO,
      ),
    ]);
    await app.run('s');
    expect((await runs(app))[0]?.counts).toEqual({ pages: 1, rows: 4, upserted: 2, poison: 1, duplicates: 1 });
  });

  test('fails if a cursor is too long', async () => {
    const app = new SyncedApp([
      sync(defineSource({ name: 's', fetch: () => ({ rows: rows(1), cursor: 'x'.repeat(8_001) }) }), INTO),
    ]);
    await call(app, 'syncDue', {});
    await app.pass(MINUTE);
    expect((await runs(app))[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('a cursor of 8001 characters'),
    });
  });
});

test('a strict delivery has one claim, even at the end of its 24 hours', () => {
  const fake = fakeState('p');
  const part = deliveries(fake.state);
  const claim = (id: string) =>
    part.methods?.['deliveryClaim']?.({ worker: 'w', trigger: 't', delivery: 'd', claim: id, forMs: 35_000 });
  claim('dies');
  fake.clock += SEEN_MS - 1_000;
  expect(claim('second')).toEqual({ state: 'mine' });
  fake.clock += 1_000;
  expect(claim('third')).toEqual({ state: 'running', forMs: 34_000 });
});

describe('a manual run', () => {
  const twoPages = () =>
    new SyncedApp([
      sync(
        defineSource({
          name: 's',
          fetch: ({ cursor }) => (cursor === undefined ? { rows: rows(1), cursor: 'x' } : { rows: rows(1, 1) }),
        }),
        INTO,
      ),
    ]);

  test('gets the same grant when it asks again, and another run is refused', async () => {
    const app = twoPages();
    const begin = (id: string) => call<Grant>(app, 'syncBegin', { id, phase: 'rows', heldMs: MINUTE });
    const grant = await begin('a');
    app.app.clock += 1_000;
    expect(await begin('a')).toEqual(grant);
    await expect(begin('b')).rejects.toMatchObject({ code: 'sync_already_running' });
    expect(await runs(app)).toMatchObject([{ id: 'a', steps: 1 }]);
  });

  test('that resumes a waiting run gets the same grant when it asks again', async () => {
    let calls = 0;
    const app = new SyncedApp([
      sync('s', { schedule: '1d', handler: () => (calls++ < 1 ? retryLater('busy', 60) : ok()) }),
    ]);
    await call(app, 'syncDue', {});
    await app.pass(1_000);
    const begin = () => call<Grant>(app, 'syncBegin', { id: 'a', phase: 'handler', heldMs: MINUTE });
    const grant = await begin();
    expect(grant.run).not.toBe('a');
    expect(await begin()).toEqual(grant);
  });

  test('goes on after the answer to its begin was lost', async () => {
    const app = twoPages();
    app.loses = (n) => (app.traffic.indexOf('syncBegin') === n - 1 ? 'after' : undefined);
    const response = await app.runByHand('s');
    expect([response.status, await response.json()]).toMatchObject([200, { run: { status: 'succeeded' } }]);
    expect(await runs(app)).toMatchObject([{ cause: 'manual', steps: 1, counts: { upserted: 2 } }]);
  });
});
