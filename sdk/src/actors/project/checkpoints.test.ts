import { beforeEach, describe, expect, test } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import type { Entry } from '../../checkpoints/row.ts';
import type { Point } from '../../checkpoints/series.ts';
import type { Figures, Group } from '../../checkpoints/summary.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROUTE = '/_svc/control/checkpoints';

let app: ServedApp;

beforeEach(() => {
  app = new ServedApp({ app: {} });
});

const entry = (more: Partial<Entry> = {}): Entry => ({
  deployId: 'd1',
  worker: 'main',
  capabilityId: 'card',
  kind: 'cardBackend',
  surface: 'card',
  outcome: 'ok',
  at: app.clock,
  durationMs: 20,
  crmCalls: 1,
  crmWaitMs: 5,
  crm429: 0,
  ...more,
});

const record = (portal: string, ...entries: Entry[]) =>
  app.actor('PortalActor', portal, 'record', { batch: crypto.randomUUID(), entries });

const pass = (ms: number) => app.pass(ms);

async function summary(query = '?since=1h'): Promise<{ totals: Figures; groups: Group[]; completeUntil: number }> {
  const { status, body } = await app.control('GET', ROUTE + query);
  expect(status).toBe(200);
  return body as never;
}

describe('records of invocations', () => {
  test("are in the summary a second after a portal's first one", async () => {
    await record('7', entry(), entry({ durationMs: 40, outcome: 'error', errorFingerprint: 'ab12' }));
    expect((await summary()).totals.count).toBe(0);
    await pass(1_000);
    const { totals } = await summary();
    expect(totals).toMatchObject({
      count: 2,
      outcomes: { ok: 1, error: 1 },
      errors: 1,
      backpressure: 0,
      crmCalls: 2,
      crmWaitMs: 10,
    });
    expect(totals.latencyMs?.max).toBe(40);
    expect(totals.errorFingerprints).toEqual([{ fingerprint: 'ab12', count: 1 }]);
  });

  test('are sent to the project at most once a minute', async () => {
    await record('7', entry());
    await pass(1_000);
    await record('7', entry());
    await pass(30_000);
    expect((await summary()).totals.count).toBe(1);
    await pass(30_000);
    expect((await summary()).totals.count).toBe(2);
  });

  test('with an exhausted rate budget count as successes, separately', async () => {
    await record('7', entry(), entry({ outcome: 'backpressure' }));
    await pass(1_000);
    expect((await summary()).totals).toMatchObject({ count: 2, outcomes: { ok: 1 }, backpressure: 1, errors: 0 });
  });

  test('are in a local summary at once and counted once', async () => {
    await record('7', ...Array.from({ length: 100 }, (_, i) => entry({ capabilityId: `c${i}` })));
    await Promise.all([
      app.actor('PortalActor', '7', 'handUpNow', null),
      app.actor('PortalActor', '7', 'handUpNow', null),
    ]);
    expect((await summary()).totals.count).toBe(100);
    await app.actor('PortalActor', '7', 'handUpNow', null);
    await pass(2 * MINUTE);
    expect((await summary()).totals.count).toBe(100);
    await record('7', entry());
    await pass(2 * MINUTE);
    expect((await summary()).totals.count).toBe(101);
  });

  test('are counted in the steps of a series', async () => {
    app.clock = 1_800_000_000_000; // the beginning of an hour
    await record(
      '7',
      entry(),
      entry({ outcome: 'error' }),
      entry({ at: app.clock - 10 * MINUTE, outcome: 'backpressure' }),
    );
    await record('8', entry());
    await pass(1_000);
    const { from, step, series } = (await summary('?since=30m&step=10m&portal=7')) as never as {
      from: number;
      step: number;
      series: Point[];
    };
    expect([from, step]).toEqual(
      [app.clock - 30 * MINUTE - 1_000, 10 * MINUTE].map((n, i) => (i === 0 ? n - (n % MINUTE) : n)),
    );
    expect(series.map(({ count, errors, backpressure }) => [count, errors, backpressure])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 1],
      [2, 1, 0],
    ]);
    expect(series.map(({ at }) => at % (10 * MINUTE))).toEqual([0, 0, 0, 0]);
  });

  test('are counted in whole hours after minutes are folded', async () => {
    const { step, from, series } = (await summary('?since=24h&step=5m')) as never as {
      from: number;
      step: number;
      series: Point[];
    };
    expect([step, from % HOUR, series.length]).toEqual([HOUR, 0, 25]);
  });

  test.each(['?step=0m', '?step=soon', '?since=30d&step=1h', '?step='])(
    'refuses an invalid step (%s)',
    async (query) => {
      const { status, body } = await app.control('GET', ROUTE + query);
      expect([status, body['error'], body['field']]).toEqual([400, 'invalid_input', 'step']);
    },
  );

  test('can be grouped by capability, portal and outcome', async () => {
    await record('7', entry(), entry({ capabilityId: 'other', outcome: 'timeout' }));
    await record('8', entry());
    await pass(1_000);
    const groups = async (by: string) =>
      (await summary(`?since=1h&by=${by}`)).groups.map(({ key, count }) => [key, count]);
    expect(await groups('portal')).toEqual([
      [{ portal: '7' }, 2],
      [{ portal: '8' }, 1],
    ]);
    expect(await groups('outcome')).toEqual([
      [{ outcome: 'ok' }, 2],
      [{ outcome: 'timeout' }, 1],
    ]);
    expect(await groups('capability')).toEqual([
      [{ worker: 'main', capabilityId: 'card', kind: 'cardBackend' }, 2],
      [{ worker: 'main', capabilityId: 'other', kind: 'cardBackend' }, 1],
    ]);
  });

  test('can be filtered by portal and capability', async () => {
    await record('7', entry(), entry({ capabilityId: 'other' }));
    await record('8', entry());
    await pass(1_000);
    expect((await summary('?since=1h&portal=7')).totals.count).toBe(2);
    expect((await summary('?since=1h&portal=7&capability=other')).totals.count).toBe(1);
    expect((await summary('?since=1h&capability=main/card')).totals.count).toBe(2);
    expect((await summary('?since=1h&kind=tool')).totals).toMatchObject({ count: 0, latencyMs: null });
  });

  test('in a repeated batch of a portal are counted once', async () => {
    const handUp = {
      portal: '7',
      number: 1,
      rows: [
        [
          app.clock,
          '["d1","main","c","tool","invoke","ok"]',
          {
            latency: { count: 1, sum: 1, max: 1, zero: 0, buckets: { 1: 1 } },
            crmCalls: 0,
            crmWaitMs: 0,
            crm429: 0,
            errors: {},
          },
        ],
      ],
    };
    await app.actor('ProjectActor', 'local/dev', 'mergeRollups', handUp);
    await app.actor('ProjectActor', 'local/dev', 'mergeRollups', handUp);
    expect((await summary()).totals.count).toBe(1);
  });

  test('of an erased portal do not block later ones', async () => {
    for (let minute = 0; minute < 3; minute++) {
      await record('7', entry());
      await pass(MINUTE);
    }
    const { actor } = app.host;
    app.host.actor = async (className, name, method, args) => {
      if (method === 'mergeRollups') {
        await actor('PortalActor', '7', 'eraseAll', null);
        await actor('ProjectActor', name, 'forgetPortal', { portal: '7' });
        await actor(className, name, method, args);
        throw new Error('the answer is lost with the process');
      }
      return actor(className, name, method, args);
    };
    await record('7', entry());
    await pass(MINUTE);
    app.host.actor = actor;
    app.restart();
    const before = (await summary()).totals.count;
    await record('7', entry());
    await pass(MINUTE);
    expect((await summary()).totals.count).toBe(before + 1);
  });

  test.each(Array.from({ length: 12 }, (_, i) => i))(
    'that arrive during a send are sent too (%i microtasks later)',
    async (microtasks) => {
      const { actor } = app.host;
      let late: Promise<unknown> | undefined;
      async function recordLater(): Promise<void> {
        for (let i = 0; i < microtasks; i++) {
          await null;
        }
        await record('7', entry());
      }
      app.host.actor = async (className, name, method, args) => {
        const answer = await actor(className, name, method, args);
        if (method === 'mergeRollups') {
          late ??= recordLater();
        }
        return answer;
      };
      await record('7', entry());
      await pass(1_000);
      await late;
      await pass(10 * MINUTE);
      expect((await summary()).totals.count).toBe(2);
    },
  );

  test('of a month of many portals are summed by capability', async () => {
    for (const portal of ['7', '8', '9']) {
      for (let hour = 0; hour < 3; hour++) {
        await record(
          portal,
          entry({ at: app.clock - hour * HOUR, deployId: `d${hour}` }),
          entry({ at: app.clock - hour * HOUR, surface: 'invoke' }),
        );
      }
    }
    await pass(2_000);
    const { totals, groups } = await summary('?since=30d&by=capability');
    expect([totals.count, groups.map(({ count }) => count)]).toEqual([18, [18]]);
  });

  test('in a repeated batch of an isolate are counted once', async () => {
    const batch = { batch: 'b1', entries: [entry(), entry()] };
    await app.actor('PortalActor', '7', 'record', batch);
    await app.actor('PortalActor', '7', 'record', batch);
    app.restart();
    await app.actor('PortalActor', '7', 'record', batch);
    await app.actor('PortalActor', '7', 'record', { ...batch, batch: 'b2' });
    await pass(1_000);
    expect((await summary()).totals.count).toBe(4);
  });

  test('survive an unavailable project actor and a restart', async () => {
    await record('7', entry());
    const { actor } = app.host;
    app.host.actor = () => Promise.reject(new Error('away'));
    await pass(1_000);
    app.host.actor = actor;
    app.restart();
    await record('7', entry());
    await pass(4_000);
    await pass(MINUTE);
    expect((await summary()).totals.count).toBe(2);
  });

  test('become hours after two hours and are deleted after 30 days', async () => {
    await record('7', entry(), entry({ at: app.clock + MINUTE }));
    await pass(1_000);
    await pass(4 * HOUR);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('minute/'))).toEqual([]);
    expect((await summary('?since=6h')).totals.count).toBe(2);
    expect((await summary('?since=1h')).totals.count).toBe(0);
    for (let day = 0; day < 31; day++) {
      await pass(24 * HOUR);
    }
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => /^(minute|hour|due)/.test(key))).toEqual([]);
  });

  test('keep a limited number of error fingerprints', async () => {
    for (let i = 0; i < 60; i++) {
      await record('7', entry({ outcome: 'error', errorFingerprint: `f${i}` }));
    }
    await pass(1_000);
    const { totals } = await summary();
    expect(totals.errorFingerprints.length).toBeLessThanOrEqual(21);
    expect(totals.errorFingerprints[0]).toEqual({ fingerprint: 'other', count: 40 });
  });

  test('of many groups are sent in parts', async () => {
    await record('7', ...Array.from({ length: 100 }, (_, i) => entry({ capabilityId: `c${i}` })));
    await pass(1_000);
    await pass(1_000);
    expect((await summary()).totals.count).toBe(100);
  });

  test.each(['?since=soon', '?until=1x', '?by=worker'])('refuses an invalid window (%s)', async (query) => {
    const { status, body } = await app.control('GET', ROUTE + query);
    expect([status, body['error']]).toEqual([400, 'invalid_input']);
  });
});
