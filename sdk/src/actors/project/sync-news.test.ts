import { describe, expect, test, vi } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import { defineWorker } from '../../capability/worker.ts';
import type { AlertRule } from '../../declare/app.ts';
import { ok } from '../../declare/result.ts';
import type { SyncStepArguments } from '../../protocol/sync.ts';

const MINUTE = 60_000;

/** An app whose sync fails until the test lets it succeed, with one alert rule. */
function serve(expr: string) {
  vi.useRealTimers();
  const worker = defineWorker('main');
  worker.sync('s', { schedule: '1h', handler: () => ok() });
  worker.sync('by-hand', { schedule: 'manual', handler: () => ok() });
  const notes: string[] = [];
  const rule: AlertRule = { name: 'rule', expr, window: '5m', notify: 'https://hooks.example/' };
  const served = {
    status: 'failed',
    notes,
    app: new ServedApp({
      app: { auth: 'static', distribution: 'private', alerts: { rules: [rule] } },
      workers: [worker],
      fetch: (_url, init) => {
        const { state, values } = JSON.parse(String(init.body)) as { state: string; values: { value: number }[] };
        notes.push(`${state} ${Math.round(values[0]?.value ?? NaN)}`);
        return new Response();
      },
      async step(_name, _step, args) {
        const { grant } = args as SyncStepArguments;
        const end = { kind: 'ended', status: served.status };
        await served.app.actor('InstallActor', 'static', 'syncEnd', { ...grant, call: crypto.randomUUID(), end });
        return {};
      },
    }),
    run: (sync = 's') => served.app.actor('InstallActor', 'static', 'syncDue', { worker: 'main', sync }),
  };
  return served;
}

describe('the lag of a scheduled sync', () => {
  test('grows from the last success or first run, until the next success', async () => {
    const served = serve('sync_lag_minutes{capability="s"} > 90');
    await served.run();
    await served.app.pass(85 * MINUTE);
    expect(served.notes).toEqual([]);
    await served.app.pass(10 * MINUTE);
    expect(served.notes).toEqual([expect.stringMatching(/^firing 9[01]$/)]);
    served.status = 'succeeded';
    await served.run();
    await served.app.pass(10 * MINUTE);
    expect(served.notes.slice(1)).toEqual([expect.stringMatching(/^resolved 0$/)]);
  });

  test('is in the summary of checkpoints, filtered by its labels', async () => {
    const served = serve('sync_lag_minutes{capability="s"} > 90');
    const syncs = async (query: string) => {
      const { body } = await served.app.control('GET', `/_svc/control/checkpoints?since=1h${query}`);
      return body['syncs'] as { poisonRows: number | null; lagMinutes: number | null };
    };
    expect(await syncs('')).toEqual({ poisonRows: null, lagMinutes: null });
    await served.run();
    await served.app.pass(30 * MINUTE);
    const { poisonRows, lagMinutes } = await syncs('&capability=main/s');
    expect([poisonRows, Math.round(lagMinutes ?? NaN)]).toEqual([0, 30]);
    expect(await syncs('&capability=other')).toEqual({ poisonRows: null, lagMinutes: null });
  });

  test('is absent for a sync without a schedule', async () => {
    const served = serve('sync_lag_minutes >= 0');
    await served.run('by-hand');
    await served.app.pass(60 * MINUTE);
    expect(served.notes).toEqual([]);
  });

  test('is not reported if no rule uses it', async () => {
    const served = serve('count > 1000000');
    await served.run();
    await served.app.pass(60 * MINUTE);
    expect(served.app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('sync-news/'))).toEqual([]);
    expect(served.app.keys('InstallActor', 'static').filter((key) => key.startsWith('due'))).toEqual([]);
  });
});

describe('poison_rows', () => {
  test('counts poison rows until they are removed', async () => {
    const served = serve('poison_rows > 0');
    await served.app.actor('InstallActor', 'static', 'syncDue', { worker: 'main', sync: 's' });
    const key = ['InstallActor', 'static', 'poison/size/main/s'].join('\u0000');
    const row = {
      id: 'a',
      key: 'k',
      data: 1,
      reason: 'r',
      worker: 'main',
      sync: 's',
      run: 'x',
      at: served.app.clock,
      times: 1,
    };
    served.app.go.texts.set(key, '1');
    served.app.go.texts.set(['InstallActor', 'static', 'poison/row/main/s/1-a'].join('\u0000'), JSON.stringify(row));
    served.app.go.texts.set(['InstallActor', 'static', 'poison/at/a'].join('\u0000'), '"poison/row/main/s/1-a"');
    await served.app.pass(MINUTE);
    expect(served.notes).toEqual(['firing 1']);
    await served.app.actor('InstallActor', 'static', 'poisonDiscard', { ids: ['a'] });
    await served.app.pass(2 * MINUTE);
    expect(served.notes).toEqual(['firing 1', 'resolved 0']);
  });

  test('is deleted with its install', async () => {
    const served = serve('poison_rows >= 0');
    await served.run();
    await served.app.pass(MINUTE);
    await served.app.actor('ProjectActor', 'local/dev', 'forgetInstall', { id: 'static' });
    expect(served.app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('sync-news/'))).toEqual([]);
  });
});
