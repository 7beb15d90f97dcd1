import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { SyncedApp } from '../../test/synced-app.ts';
import type { ChunksArguments } from '../actors/install/stage.ts';
import { defineSource, type SourcePage } from '../capability/source.ts';
import { sync } from '../capability/sync.ts';
import type { PoisonRow, SyncRun } from '../protocol/sync.ts';
import { CHUNKS_AT_ONCE } from './write-chunks.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

const INTO = { schedule: '1h', into: 'contact', idProperty: 'email', schema: { first: 'firstname' } } as const;

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${from + i}`, data: { first: `n${from + i}` } }));

/** An app with one sync, `s`, of a source that gives these pages by cursor. */
function appOf(pages: (cursor: string | undefined) => SourcePage | Promise<SourcePage>, env = {}): SyncedApp {
  const source = defineSource({ name: 's', fetch: ({ cursor }) => pages(cursor) });
  return new SyncedApp([sync(source, INTO)], env);
}

const due = (app: SyncedApp, cause = 'schedule') =>
  app.app.actor('InstallActor', 'static', 'syncDue', { worker: 'main', sync: 's', cause });
const runs = (app: SyncedApp) =>
  app.app.actor<SyncRun[]>('InstallActor', 'static', 'runList', { worker: 'main', sync: 's' });

describe('a step', () => {
  test("of the free plan writes eight chunks at most, stays below the edge's call limit, and another continues", async () => {
    const app = appOf(() => ({ rows: many(5_001) }));
    await app.run('s');
    expect(app.upserts.map(({ length }) => length)).toEqual([...Array.from({ length: 50 }, () => 100), 1]);
    const { run } = await app.left('s');
    expect(run).toMatchObject({ status: 'succeeded', steps: 7, counts: { rows: 5_001, upserted: 5_001 } });
    const steps = app.traffic.join(' ').split('step').slice(1);
    expect(Math.max(...steps.map((step) => step.trim().split(' ').length))).toBeLessThanOrEqual(46);
  });

  test('of the paid plan writes all chunks', async () => {
    const app = appOf(() => ({ rows: many(5_001) }), { SVC_EDGE_PLAN: 'paid' });
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', steps: 1 });
  });

  test('that lost its lease can write nothing more', async () => {
    let resume = () => {};
    const app = appOf(async () => {
      if (app.traffic.filter((what) => what === 'step').length === 1) {
        await new Promise<void>((resolve) => (resume = resolve));
        return { rows: [{ key: 'old', data: { first: 'old' } }] };
      }
      return { rows: [{ key: 'new', data: { first: 'new' } }] };
    });
    await due(app);
    void app.pass(0); // never ends: the first step waits
    await eventually(() => expect(app.traffic).toEqual(['step', 'syncTake']));
    app.app.restart();
    await app.pass(10 * MINUTE);
    resume();
    await eventually(() => expect(app.traffic.filter((what) => what === 'syncEnd')).toHaveLength(2));
    expect(Object.keys((await app.left('s')).records)).toEqual(['new']);
    expect((await runs(app)).map(({ status, steps }) => [status, steps])).toEqual([['succeeded', 2]]);
  });
});

describe('a run', () => {
  test('continues with the next page, also in the next run', async () => {
    const asked: (string | undefined)[] = [];
    const app = appOf((cursor) => {
      asked.push(cursor);
      const from = Number(cursor ?? 0);
      return from < 2 ? { rows: many(1, from), cursor: String(from + 1) } : { rows: many(1, from) };
    });
    await app.run('s');
    await app.run('s');
    expect(asked).toEqual([undefined, '1', '2', '2']);
  });

  test('fails when the source repeats a cursor, for any length of the cycle', async () => {
    for (const circle of [1, 2, 7, 40]) {
      let pages = 0;
      const app = appOf((cursor) => {
        pages += 1;
        return { rows: [], cursor: String((Number(cursor ?? -1) + 1) % circle) };
      });
      await due(app);
      await app.pass(5 * MINUTE);
      expect(await runs(app)).toMatchObject([{ status: 'failed', message: expect.stringContaining('cursor') }]);
      expect(pages).toBeLessThanOrEqual(3 * circle + 3);
    }
  });

  test('continues past an empty page with a cursor', async () => {
    const app = appOf((cursor) => (cursor === undefined ? { rows: [], cursor: 'x' } : { rows: many(1) }));
    await app.run('s');
    expect((await app.left('s')).records).toEqual({ k0: { firstname: 'n0' } });
  });

  test('waits for the daily limit at chunk 7, keeps the page and repeats no chunk', async () => {
    const app = appOf(() => ({ rows: many(1_000) }));
    const tomorrow = app.app.clock + 1_800_000;
    let calls = 0;
    app.crm = () => {
      calls += 1;
      const body = { status: 'error', errorType: 'RATE_LIMIT', policyName: 'DAILY', message: 'spent' };
      return calls >= 7 && app.app.clock < tomorrow
        ? Response.json(body, { status: 429, headers: { 'retry-after': '1800' } })
        : undefined;
    };
    await due(app);
    await app.pass(MINUTE);
    const [waiting] = await runs(app);
    expect(waiting).toMatchObject({ status: 'waiting', counts: { upserted: 600 } });
    expect((waiting?.waitsUntil ?? 0) - (waiting?.startedAt ?? 0)).toBeGreaterThanOrEqual(1_800_000);
    await app.pass(2 * 60 * MINUTE);
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', counts: { upserted: 1_000 } });
    expect(app.upserts).toHaveLength(10);
  });

  test('creates no duplicates from repeated or overlapping pages', async () => {
    const invalid = { key: 'invalid', data: {} };
    const pages = [[...many(100, 200), invalid], many(100), [...many(100, 200), invalid], many(150, 50), many(100)];
    const app = appOf((cursor = '0') => {
      const at = Number(cursor);
      return { rows: pages[at] ?? [], ...(at + 1 < pages.length && { cursor: String(at + 1) }) };
    });
    await app.run('s');
    const { run, poison, records } = await app.left('s');
    expect(run).toMatchObject({ status: 'succeeded_with_poison', counts: { rows: 552, upserted: 550, poison: 1 } });
    expect([Object.keys(records).length, poison.length]).toEqual([300, 1]);
  });

  test('writes pages that arrive out of order, and ends with the last cursor', async () => {
    const order = ['30', '10', '40', '0', '20'];
    const app = appOf((cursor = '30') => {
      const next = order[order.indexOf(cursor) + 1];
      return { rows: many(10, Number(cursor)), ...(next !== undefined && { cursor: next }) };
    });
    await app.run('s');
    const { records, run, cursor } = await app.left('s');
    expect([Object.keys(records).length, cursor]).toEqual([50, '20']);
    expect(run).toMatchObject({ status: 'succeeded', counts: { rows: 50, upserted: 50 } });
  });

  test('gives the quarantined rows of one call the same time', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((key) => ({ key, data: { first: [key] } }));
    const app = appOf(() => ({ rows }));
    let now = app.app.clock;
    Object.defineProperty(app.app, 'clock', { get: () => (now += 1), set: (at: number) => (now = Math.max(now, at)) });
    await due(app);
    await app.pass(MINUTE);
    const list = { worker: 'main', sync: 's' };
    const kept = await app.app.actor<{ rows: PoisonRow[] }>('InstallActor', 'static', 'poisonList', list);
    expect(new Set(kept.rows.map(({ at }) => at)).size).toBe(1);
    expect(kept.rows.map(({ id }) => id)).toEqual(kept.rows.map(({ id }) => id).sort());
    expect(kept.rows.length).toBe(4);
  });

  test('quarantines each invalid row and continues', async () => {
    const app = appOf((cursor = '0') => {
      const from = Number(cursor);
      const rows = many(10, from).map((row) => (from === 10 ? { ...row, data: { firstName: 'x' } } : row));
      return { rows, ...(from < 20 && { cursor: String(from + 10) }) };
    });
    await app.run('s');
    const { records, poison, run } = await app.left('s');
    expect([Object.keys(records).length, poison.filter((row) => /^k1\d: .*first/.test(row)).length]).toEqual([20, 10]);
    expect(run).toMatchObject({ status: 'succeeded_with_poison', counts: { rows: 30, upserted: 20, poison: 10 } });
  });

  test('fails when a property disappears, and resumes from that page when it is back', async () => {
    const app = appOf((cursor) => (cursor === undefined ? { rows: many(200), cursor: 'x' } : { rows: many(200, 200) }));
    let calls = 0;
    app.crm = () => {
      calls += 1;
      const error = {
        status: 'error',
        category: 'VALIDATION_ERROR',
        message: 'Property values were not valid: [{"error":"PROPERTY_DOESNT_EXIST","name":"firstname"}]',
      };
      return calls > 3 ? Response.json(error, { status: 400 }) : undefined;
    };
    await app.run('s');
    expect(await app.left('s')).toMatchObject({
      cursor: 'x',
      poison: [],
      run: { status: 'failed', counts: { upserted: 300 } },
    });
    app.crm = undefined;
    await app.run('s');
    expect(await app.left('s')).toMatchObject({ poison: [], run: { status: 'succeeded', counts: { upserted: 200 } } });
    expect(app.records.size).toBe(400);
  });

  test('reconciles a chunk whose response was lost and does not send it again', async () => {
    const app = appOf(() => ({ rows: many(300) }));
    let isLost = true;
    app.crm = (keys) => {
      if (keys.includes('k150') && isLost) {
        isLost = false;
        app.upserts.push([...keys]);
        keys.forEach((key) => app.records.set(key, { firstname: `n${key.slice(1)}` }));
        throw new TypeError('the connection broke off');
      }
      return undefined;
    };
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', counts: { upserted: 300 } });
    expect([app.upserts.length, app.records.size]).toEqual([3, 300]);
  });

  test('retries a source that is down with backoff, and fails in the end', async () => {
    const at: number[] = [];
    const app = appOf(() => {
      at.push(Math.round((app.app.clock - start) / 1000));
      throw new Error('down');
    });
    const start = app.app.clock;
    await due(app);
    await app.pass(60 * MINUTE);
    expect(at).toEqual([0, 30, 90, 210, 450, 930].map((second) => expect.closeTo(second, -1)));
    expect(await runs(app)).toMatchObject([{ status: 'failed', steps: 6 }]);
  });

  test('fails at once without moving the cursor when the CRM refuses every row', async () => {
    const app = appOf(() => ({ rows: many(300) }));
    app.crm = () =>
      Response.json({ status: 'error', category: 'MISSING_SCOPES', message: 'no scope' }, { status: 403 });
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'failed', counts: { upserted: 0, poison: 0 } });
    expect(app.traffic.filter((what) => what === 'crm').length).toBeLessThanOrEqual(CHUNKS_AT_ONCE);
    app.crm = undefined;
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', counts: { upserted: 300 } });
    expect(app.records.size).toBe(300);
  });

  test('fails when the CRM refuses most rows of a page, one by one', async () => {
    const app = appOf((cursor) =>
      cursor === undefined
        ? { rows: many(100), cursor: 'x' }
        : { rows: many(100).map(({ key }) => ({ key, data: { first: 'bad' } })) },
    );
    await app.run('s');
    expect(await app.left('s')).toMatchObject({
      cursor: 'x',
      run: { status: 'failed', counts: { upserted: 100, poison: 0 } },
    });
  });

  test('quarantines the rows of a small page, even if the CRM refuses most of them', async () => {
    const bad = (from: number) =>
      many(from + 3)
        .slice(from)
        .map(({ key }) => ({ key, data: { first: 'bad' } }));
    const app = appOf((cursor) => (cursor === undefined ? { rows: bad(0), cursor: 'x' } : { rows: bad(3) }));
    await app.run('s');
    expect(await app.left('s')).toMatchObject({
      cursor: 'x',
      run: { status: 'succeeded_with_poison', counts: { pages: 2, upserted: 0, poison: 6 } },
    });
  });

  test('finds refused rows that the CRM does not name, within the call limit', async () => {
    const bad = (key: string) => Number(key.slice(1)) % 40 === 39;
    const app = appOf(() => ({ rows: many(200) }));
    app.crm = (keys) =>
      keys.some(bad)
        ? Response.json(
            { status: 'error', category: 'VALIDATION_ERROR', message: 'one of them is bad' },
            { status: 400 },
          )
        : undefined;
    await app.run('s');
    const { run, poison, records } = await app.left('s');
    expect(run).toMatchObject({ status: 'succeeded_with_poison', counts: { upserted: 195, poison: 5 } });
    expect([poison.length, Object.keys(records).length, Object.keys(records).filter(bad)]).toEqual([5, 195, []]);
    const steps = app.traffic
      .join(' ')
      .split('step')
      .slice(1)
      .map((step) => step.trim().split(' ').length);
    expect(steps.length).toBeGreaterThan(1);
    expect(Math.max(...steps)).toBeLessThanOrEqual(50);
    // Where a step ends in the middle of a chunk, the next one begins with what is left of it as a whole.
    const again = steps.length * CHUNKS_AT_ONCE;
    expect(app.traffic.filter((what) => what === 'crm').length).toBeLessThanOrEqual(5 * 14 + 2 + again);
  });

  test('is joined by requests during it, and one run follows for a schedule', async () => {
    let pages = 0;
    const app = appOf(async () => {
      pages += 1;
      if (pages === 1) {
        await due(app);
        await due(app);
        await due(app, 'event');
      }
      return { rows: [] };
    });
    await app.run('s');
    expect(await runs(app)).toHaveLength(2);
  });

  test('writes the later of two rows of one CRM record, even if a response was lost', async () => {
    for (const isLost of [false, true]) {
      const rows = [
        ...many(150).slice(0, 149),
        { key: 'A@x.example', data: { first: 'early' } },
        ...many(150, 150),
        { key: 'a@x.example', data: { first: 'late' } },
      ];
      const app = appOf(() => ({ rows }));
      let loses = isLost;
      app.loses = (n) => {
        const isHere = loses && app.traffic[n - 1] === 'crm' && app.traffic.filter((what) => what === 'crm').length > 1;
        loses &&= !isHere;
        return isHere ? 'after' : undefined;
      };
      await app.run('s');
      const { run, records } = await app.left('s');
      expect([isLost, run?.status, records['a@x.example']]).toEqual([isLost, 'succeeded', { firstname: 'late' }]);
    }
  });

  test('tracks chunks that complete out of order', async () => {
    const app = appOf((cursor) => (cursor === undefined ? { rows: many(400), cursor: 'x' } : { rows: [] }));
    const { host } = app.app;
    const actor = host.actor;
    const reported: number[] = [];
    let isLast = () => {};
    const last = new Promise<void>((resolve) => (isLast = resolve));
    host.actor = async (className, name, method, args) => {
      const chunk = method === 'syncChunksDone' ? (args as ChunksArguments).chunks[0]?.chunk : undefined;
      if (chunk === 0) {
        await last;
      }
      const answer = await actor(className, name, method, args);
      if (chunk !== undefined) {
        reported.push(chunk);
        const [state] = await app.app.actor<{ cursor: string | null }[]>('InstallActor', 'static', 'syncList');
        expect([chunk, state?.cursor]).toEqual([chunk, reported.length === 4 ? 'x' : null]);
      }
      if (chunk === 3) {
        isLast();
      }
      return answer;
    };
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', counts: { upserted: 400 } });
    expect([reported, app.upserts.length]).toEqual([[1, 2, 3, 0], 4]);
  });

  test('continues after a failed write of the state', async () => {
    const app = appOf(() => ({ rows: many(250) }));
    const { host } = app.app;
    const actor = host.actor;
    let fails = 2; // a call is made again once, and then it is given up
    host.actor = (className, name, method, args) => {
      const isFirst = method === 'syncChunksDone' && (args as ChunksArguments).chunks[0]?.chunk === 0;
      return isFirst && fails-- > 0 ? Promise.reject(new Error('disk is full')) : actor(className, name, method, args);
    };
    await app.run('s');
    expect((await app.left('s')).run).toMatchObject({ status: 'succeeded', steps: 2, counts: { upserted: 250 } });
    expect([app.upserts.length, app.records.size]).toEqual([3, 250]);
  });

  test('applies a repeated call of the actor once, also across a restart', async () => {
    const whole = appOf(() => ({ rows: [...many(150), { key: 'x', data: {} }] }));
    await whole.run('s');
    const count = whole.traffic.length;
    for (let lost = 1; lost <= count; lost++) {
      const app = appOf(() => ({ rows: [...many(150), { key: 'x', data: {} }] }));
      app.loses = (n) => (n === lost && app.traffic[n - 1]?.startsWith('sync') === true ? 'after' : undefined);
      await app.run('s');
      const { run, ...left } = await app.left('s');
      expect([lost, run?.counts, run?.steps, left]).toEqual([
        lost,
        expect.objectContaining({ pages: 1, upserted: 150, poison: 1 }),
        1,
        { records: expect.anything(), poison: expect.anything(), cursor: null },
      ]);
      expect(app.upserts).toHaveLength(2);
    }
  });
});
