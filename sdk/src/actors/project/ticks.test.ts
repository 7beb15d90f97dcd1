import { beforeEach, describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import { ServedApp } from '../../../test/served-app.ts';
import { defineWorker } from '../../capability/worker.ts';
import { ok } from '../../declare/result.ts';
import type { SyncStepArguments } from '../../protocol/sync.ts';
import type { AppParts } from '../core/actor-part.ts';
import { ticks } from './ticks.ts';

const MINUTE = 60_000;
const CRON = '*/15 * * * *';

/** Steps that workers were asked for, as `<install> <sync>`. */
let steps: string[];
let isDown: boolean;
let onStep: (() => Promise<void>) | undefined;
let app: ServedApp;

function serve(auth: 'static' | 'oauth'): void {
  [steps, isDown, onStep] = [[], false, undefined];
  const worker = defineWorker('main');
  worker.sync('often', { schedule: '15m', handler: () => ok() });
  worker.sync('often-too', { schedule: '15m', handler: () => ok() });
  worker.sync('daily', { schedule: '1d', handler: () => ok() });
  app = new ServedApp({
    app: { auth, distribution: auth === 'static' ? 'private' : 'marketplace' },
    workers: [worker],
    async step(name, step, args) {
      const { sync, install, grant } = args as SyncStepArguments & { install: { id?: string; portalId?: number } };
      steps.push(`${name} ${step} ${install.portalId ?? install.id} ${sync}`);
      await onStep?.();
      if (isDown) {
        throw new Error('the worker is down');
      }
      const end = { kind: 'ended', status: 'succeeded' };
      await app.actor('InstallActor', String(install.portalId ?? install.id), 'syncEnd', {
        ...grant,
        call: crypto.randomUUID(),
        end,
      });
      return {};
    },
  });
}

const tick = (at: number, cron = CRON) =>
  app.actor<{ taken: boolean }>('ProjectActor', 'local/dev', 'tick', { worker: 'main', cron, scheduledTime: at });

async function install(portalId: number, state = 'active'): Promise<void> {
  const description = { id: String(portalId), portalId, state, installedAt: 0, scopes: [] };
  await app.actor('ProjectActor', 'local/dev', 'indexInstall', description);
}

describe('a tick', () => {
  beforeEach(() => serve('static'));

  test('runs every sync of its cron and no other', async () => {
    expect(await tick(app.clock)).toEqual({ taken: true });
    await app.pass(1_000);
    expect(steps.sort()).toEqual(['main syncStep static often', 'main syncStep static often-too']);
  });

  test('that is repeated runs once', async () => {
    const at = app.clock;
    await tick(at);
    expect(await tick(at)).toEqual({ taken: false });
    await app.pass(1_000);
    expect(await tick(at)).toEqual({ taken: false });
    await app.pass(MINUTE);
    expect(steps).toHaveLength(2);
  });

  test('runs once when a crashed caller repeats its call', async () => {
    const called = (at: number) =>
      app.actor('InstallActor', 'static', 'syncDue', { worker: 'main', sync: 'often', tick: at });
    const at = app.clock;
    await called(at);
    await app.pass(1_000);
    await called(at);
    await app.pass(MINUTE);
    expect(steps).toHaveLength(1);
    await called(at + 15 * MINUTE);
    await app.pass(MINUTE);
    expect(steps).toHaveLength(2);
  });

  test('that is older than the newest one is ignored', async () => {
    await tick(app.clock);
    expect(await tick(app.clock - 15 * MINUTE)).toEqual({ taken: false });
  });

  test('of an unknown cron or worker runs nothing', async () => {
    await tick(app.clock, '0 0 1 1 *');
    await app.actor('ProjectActor', 'local/dev', 'tick', { worker: 'gone', cron: CRON, scheduledTime: app.clock });
    await app.pass(MINUTE);
    expect(steps).toEqual([]);
  });

  test('whose worker is down is retried after the lease, also across a restart', async () => {
    isDown = true;
    await tick(app.clock);
    await app.pass(1_000);
    expect(steps).toHaveLength(2);
    app.restart();
    isDown = false;
    await app.pass(15 * MINUTE);
    expect(steps).toHaveLength(4);
    await app.pass(60 * MINUTE);
    expect(steps).toHaveLength(4);
  });
});

describe('a tick of an app with oauth', () => {
  beforeEach(() => serve('oauth'));

  test('runs for every active install, page by page', async () => {
    for (let portal = 1; portal <= 90; portal++) {
      await install(portal);
    }
    await install(91, 'suspended');
    await install(92, 'needs_reauth');
    await tick(app.clock);
    await app.pass(5_000);
    const expected = Array.from({ length: 90 }, (_, i) => `main syncStep ${i + 1} often`);
    expect(steps.filter((step) => step.endsWith(' often')).sort()).toEqual(expected.sort());
  });

  test('during a round starts another round after it', async () => {
    for (let portal = 1; portal <= 50; portal++) {
      await install(portal);
    }
    await tick(app.clock);
    onStep = async () => {
      onStep = undefined; // the first page has been called, the second has not
      await tick(app.clock + 15 * MINUTE);
    };
    await app.pass(5_000);
    const runs = (sync: string) => steps.filter((step) => step.endsWith(` ${sync}`)).length;
    expect([runs('often'), runs('often-too')]).toEqual([100, 100]);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('round/'))).toEqual([]);
  });

  test('skips an install whose call fails, and retries it', async () => {
    for (let portal = 1; portal <= 45; portal++) {
      await install(portal);
    }
    app.go.texts.set(['InstallActor', '7', 'schema'].join('\u0000'), '99'); // written by a newer release
    await tick(app.clock);
    await app.pass(5_000);
    expect(new Set(steps.map((step) => step.split(' ')[2])).size).toBe(44);
    expect(app.logs.filter(({ message }) => String(message).includes('due tickInstall')).length).toBeGreaterThan(0);
    await tick(app.clock);
    await app.pass(30 * MINUTE);
    const untold = app.keys('ProjectActor', 'local/dev').filter((key) => key.startsWith('untold/'));
    expect(untold).toEqual(['["main","often","7"]', '["main","often-too","7"]'].map((detail) => `untold/${detail}`)); // one each, however many ticks
    app.go.texts.set(['InstallActor', '7', 'schema'].join('\u0000'), '1');
    app.restart();
    await app.pass(20 * MINUTE);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.includes('ntold'))).toEqual([]);
    expect(steps.filter((step) => step.startsWith('main syncStep 7 '))).toHaveLength(2);
  });

  test.each(['suspended', 'erased'])('does not retry an install that is %s after its call failed', async (state) => {
    await install(7);
    app.go.texts.set(['InstallActor', '7', 'schema'].join('\u0000'), '99'); // written by a newer release
    await tick(app.clock);
    await app.pass(5_000);
    if (state === 'erased') {
      await app.actor('ProjectActor', 'local/dev', 'forgetInstall', { id: '7' });
    } else {
      await install(7, state);
    }
    app.go.texts.set(['InstallActor', '7', 'schema'].join('\u0000'), '1');
    app.restart();
    await app.pass(20 * MINUTE);
    expect(steps).toEqual([]);
    expect(app.keys('ProjectActor', 'local/dev').filter((key) => key.includes('ntold'))).toEqual([]);
    expect(app.keys('InstallActor', '7')).toEqual(['schema']);
  });
});

/** The ticks of a project with some installs. Pages of them are called one by one. */
function rounds(installs: number, crons: Readonly<Record<string, string>>) {
  const { state, due } = fakeState();
  for (let portal = 1; portal <= installs; portal++) {
    const id = String(portal);
    state.store.put(`install/${id.padStart(15, '0')}`, { id, portalId: portal, state: 'active' });
  }
  const calls: { install: string; syncs: readonly string[] }[] = [];
  const counting = {
    ...state,
    actor: async (_class: string, install: string, _method: string, args: { readonly syncs: readonly string[] }) =>
      void calls.push({ install, syncs: args.syncs }),
  } as unknown as typeof state;
  const capabilities = Object.entries(crons).map(([id, cron]) => ({ kind: 'sync', id, schedule: { crons: [cron] } }));
  const manifest = { app: { auth: 'oauth' }, workers: [{ name: 'main', capabilities }] };
  const part = ticks(counting, {}, { manifest } as unknown as AppParts);
  return {
    calls,
    isDue: () => due.has('tick '),
    tick: (cron: string, scheduledTime: number) => part.methods!['tick']!({ worker: 'main', cron, scheduledTime }),
    async page() {
      due.delete('tick ');
      await part.due!['tick']!('');
    },
  };
}

describe('a round', () => {
  test('calls each install once for all syncs with the cron', async () => {
    const { calls, isDue, tick, page } = rounds(90, { a: CRON, b: CRON, c: '0 0 * * *' });
    tick(CRON, 1);
    while (isDue()) {
      await page();
    }
    expect(calls.map(({ install }) => install).sort()).toEqual(Array.from({ length: 90 }, (_, i) => `${i + 1}`).sort());
    expect(calls.every(({ syncs }) => syncs.join() === 'a,b')).toBe(true);
  });

  test('of a frequent cron, whose next tick comes before it ends, does not starve another cron', async () => {
    const { calls, tick, page } = rounds(50, { rare: '0 0 * * *', often: '* * * * *' });
    for (let time = 1; time <= 20; time++) {
      tick('* * * * *', time); // each round has two pages
      if (time === 3) {
        tick('0 0 * * *', time);
      }
      await page();
    }
    const rare = calls.filter(({ syncs }) => syncs[0] === 'rare').map(({ install }) => install);
    expect(new Set(rare).size).toBe(50);
  });
});

test('an install whose call fails again while it is called is called for the newer tick, too', async () => {
  const { state, due, clock } = fakeState();
  state.store.put(`install/${'7'.padStart(15, '0')}`, { id: '7', portalId: 7, state: 'active' });
  const called: number[] = [];
  let onCall: (() => Promise<void>) | undefined;
  const failing = {
    ...state,
    async actor(_class: string, _install: string, _method: string, args: { readonly tick: number }) {
      called.push(args.tick);
      await onCall?.();
    },
  } as unknown as typeof state;
  const capability = { kind: 'sync', id: 'often', schedule: { crons: [CRON] } };
  const manifest = { app: { auth: 'oauth' }, workers: [{ name: 'main', capabilities: [capability] }] };
  const part = ticks(failing, {}, { manifest } as unknown as AppParts);
  const detail = '["main","often","7"]';
  /** A tick whose call of the install fails. */
  const failingTick = async (scheduledTime: number) => {
    onCall = () => Promise.reject(new Error('down'));
    part.methods!['tick']!({ worker: 'main', cron: CRON, scheduledTime });
    await part.due!['tick']!('');
    onCall = undefined;
  };
  await failingTick(1);
  onCall = async () => {
    await failingTick(2);
  };
  due.set(`tickInstall ${detail}`, clock + 2_000); // as the due table does before the work
  await part.due!['tickInstall']!(detail);
  expect(due.get(`tickInstall ${detail}`)).toBe(clock); // set again, so that the table does not remove it
  await part.due!['tickInstall']!(detail);
  expect(called).toEqual([1, 1, 2, 2]);
  expect(state.store.list({ prefix: 'untold/' })).toEqual([]);
});

describe('one alarm', () => {
  test.each([
    [undefined, 40],
    ['free', 40],
    ['paid', 500],
  ])('on the plan %s of the edge calls %i installs', async (plan, most) => {
    const { state } = fakeState();
    for (let portal = 1; portal <= 600; portal++) {
      state.store.put(`install/${String(portal).padStart(15, '0')}`, {
        id: String(portal),
        portalId: portal,
        state: 'active',
      });
    }
    const called: string[] = [];
    const counting = {
      ...state,
      actor: async (_class: string, name: string) => void called.push(name),
    } as typeof state;
    const capability = { kind: 'sync', id: 'often', schedule: { crons: [CRON] } };
    const manifest = { app: { auth: 'oauth' }, workers: [{ name: 'main', capabilities: [capability] }] };
    const env: Record<string, string> = plan === undefined ? {} : { SVC_EDGE_PLAN: plan };
    const part = ticks(counting, env, { manifest } as unknown as AppParts);
    part.methods!['tick']!({ worker: 'main', cron: CRON, scheduledTime: 1 });
    await part.due!['tick']!('');
    expect(called).toEqual(Array.from({ length: most }, (_, i) => String(i + 1)));
  });
});
