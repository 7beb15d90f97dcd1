import { describe, expect, test } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import type { Entry } from '../../checkpoints/row.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: ServedApp;

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

describe('alert rules', () => {
  const rule = (more: object) => ({
    name: 'Errors',
    expr: 'errors > 0',
    window: '5m',
    severity: 'warning' as const,
    notify: ['https://alerts.example/a'],
    ...more,
  });
  let posted: { url: string; body: Record<string, unknown> }[];
  let status: number;

  function serve(...rules: ReturnType<typeof rule>[]): void {
    posted = [];
    status = 200;
    app = new ServedApp({
      app: { name: 'Ledger', alerts: { rules } },
      env: { HOOK: 'https://hooks.example/secret-path', INNER: 'https://2130706433/secret-path' },
      async fetch(url, init) {
        posted.push({ url: String(url), body: JSON.parse(String(init.body)) as Record<string, unknown> });
        return new Response(null, { status });
      },
    });
  }

  const fail = () => record('7', entry({ outcome: 'error', errorFingerprint: 'x' }));
  const states = () => posted.map(({ body }) => body['state']);

  test('notify once when they fire and once when they resolve, also across restarts', async () => {
    serve(rule({}));
    await fail();
    await pass(2_000);
    expect(states()).toEqual(['firing']);
    app.restart();
    await fail();
    await pass(MINUTE);
    await pass(MINUTE);
    expect(states()).toEqual(['firing']);
    for (let i = 0; i < 8; i++) {
      await pass(MINUTE);
    }
    expect(states()).toEqual(['firing', 'resolved']);
    await fail();
    await pass(MINUTE);
    await pass(2_000);
    expect(states()).toEqual(['firing', 'resolved', 'firing']);
  });

  test('include the values that they compared', async () => {
    serve(rule({ expr: 'errors{portal="7"} > 0 and p95 >= 10' }));
    await fail();
    await pass(2_000);
    expect(posted[0]?.body).toMatchObject({
      type: 'alert',
      state: 'firing',
      app: 'Ledger',
      projectId: 'local',
      environment: 'dev',
      rule: 'Errors',
      severity: 'warning',
      window: '5m',
      values: [
        { metric: 'errors', value: 1 },
        { metric: 'p95', labels: {}, operator: '>=', number: 10 },
      ],
    });
  });

  test('do not fire without data, except on counts', async () => {
    serve(
      rule({ expr: 'error_rate == 0' }),
      rule({ name: 'Poison', expr: 'poison_rows >= 0' }),
      rule({ name: 'Lag', expr: 'sync_lag_minutes < 9' }),
    );
    await pass(10 * MINUTE);
    expect(posted).toEqual([]);
    await record('7', entry());
    await pass(2_000);
    expect(posted.map(({ body }) => body['rule'])).toEqual(['Errors']);
  });

  test('retry a notification with backoff until it is delivered once', async () => {
    serve(rule({}));
    status = 503;
    await fail();
    await pass(2_000);
    expect(posted).toHaveLength(1);
    await pass(1_000);
    expect(posted).toHaveLength(1);
    status = 204;
    await pass(MINUTE);
    await pass(MINUTE);
    expect(states()).toEqual(['firing', 'firing']);
    expect(posted[0]?.body['id']).toBe(posted[1]?.body['id']);
  });

  test('reach a target in order, although it refuses the first notification for long', async () => {
    serve(rule({ notify: ['https://alerts.example/a', 'https://alerts.example/a'] }));
    status = 503;
    await fail();
    await pass(5 * MINUTE);
    posted = [];
    status = 204;
    await pass(20 * MINUTE);
    expect(states()).toEqual(['firing', 'firing', 'resolved', 'resolved']);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => /note|notify/.test(key))).toEqual([]);
  });

  test('deliver the next notification after one that was given up', async () => {
    serve(rule({ window: '1h' }));
    status = 503;
    await fail();
    await pass(DAY - MINUTE);
    expect(new Set(states())).toEqual(new Set(['firing']));
    await pass(11 * MINUTE);
    posted = [];
    status = 204;
    await pass(20 * MINUTE);
    expect(states()).toEqual(['resolved']);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => /note|notify/.test(key))).toEqual([]);
  });

  test('notify the URL of a secret binding, which is neither logged nor stored', async () => {
    serve(rule({ notify: ['secret:HOOK', 'secret:MISSING'] }));
    await fail();
    await pass(2_000);
    expect(posted.map(({ url }) => url)).toEqual(['https://hooks.example/secret-path']);
    expect(JSON.stringify([app.logs, [...app.go.texts]])).not.toContain('secret-path');
  });

  test('do not reach a target that is not public, and name its binding', async () => {
    serve(rule({ notify: ['secret:INNER', 'https://169.254.169.254/secret-path', 'https://alerts.example/a'] }));
    await fail();
    await pass(2_000);
    expect(posted.map(({ url }) => url)).toEqual(['https://alerts.example/a']);
    const logs = JSON.stringify(app.logs);
    expect(logs).toContain('by the secret INNER: its host is not public');
    expect(logs).toContain('by its target: its host is not public');
    expect(logs).not.toContain('secret-path');
  });

  test('are evaluated while data arrives continuously', async () => {
    serve(rule({}));
    await fail();
    for (let i = 0; i < 40; i++) {
      await record(String(100 + i), entry());
      await pass(50);
    }
    expect(states()).toEqual(['firing']);
  });

  test('that are removed while they fire are forgotten and set no alarm', async () => {
    serve(rule({}), rule({ name: 'Old' }));
    await fail();
    await pass(2_000);
    expect(states()).toEqual(['firing', 'firing']);
    app.redeclare({ name: 'Ledger', alerts: { rules: [rule({})] } });
    await pass(MINUTE);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('alert/'))).toEqual(['alert/Errors']);
    await pass(4 * HOUR);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('due-at/alerts'))).toEqual([]);
  });

  test('that are invalid do not block others', async () => {
    serve(rule({ name: 'Broken', expr: 'nonsense' }), rule({}));
    await fail();
    await pass(2_000);
    expect(posted.map(({ body }) => body['rule'])).toEqual(['Errors']);
  });
});
