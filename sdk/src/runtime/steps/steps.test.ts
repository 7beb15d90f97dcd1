import { describe, expect, test } from 'vitest';
import { serveWorker } from '../../../test/served-worker.ts';
import type { HandlerContext, TriggerInput } from '../../context/handler.ts';
import { CrmBackpressure } from '../../crm/backpressure.ts';
import { failStop, retryLater } from '../../declare/result.ts';
import { sync } from '../../declare/sync.ts';
import { trigger } from '../../declare/trigger.ts';

async function step(name: string, args: unknown): Promise<{ v?: Record<string, unknown>; e?: { code: string } }> {
  return JSON.parse(await globalThis.__svc_step(JSON.stringify({ step: name, args })));
}

describe('the step of the dispatcher', () => {
  const url = 'https://app.example.dev/webhooks/crm';
  const delivery = (id: string, events: object[] = [{ eventId: 1 }]) => ({ trigger: id, portalId: 7, events });

  test('runs each delivery, and counts those that have to come again', async () => {
    const handled: unknown[] = [];
    await serveWorker([
      trigger('seen', {
        eventType: 'contact.creation',
        async handler({ input, install, request }: HandlerContext<TriggerInput>) {
          handled.push([input.events.length, install.portalId, request.url, await request.json()]);
        },
      }),
      trigger('stops', { eventType: 'contact.creation', handler: () => failStop('no') }),
      trigger('later', { eventType: 'contact.creation', handler: () => retryLater('busy') }),
      trigger('spent', { eventType: 'contact.creation', handler: () => Promise.reject(new CrmBackpressure(3)) }),
      trigger('throws', { eventType: 'contact.creation', handler: () => Promise.reject(new Error('no')) }),
    ]);
    const deliveries = [delivery('seen'), ...['stops', 'later', 'spent', 'throws', 'seen'].map((id) => delivery(id))];
    expect(await step('trigger', { deliveries, url })).toEqual({ v: { failed: 3 } });
    expect(handled).toEqual([
      [1, 7, url, [{ eventId: 1 }]],
      [1, 7, url, [{ eventId: 1 }]],
    ]);
  });

  test('of a trigger that the worker does not have is an error', async () => {
    await serveWorker([]);
    expect(await step('trigger', { deliveries: [delivery('gone')], url })).toMatchObject({ e: { code: 'unknown_capability' } });
    expect(await step('trigger', { deliveries: [], url })).toEqual({ v: { failed: 0 } });
  });

  test('with a trigger that the worker does not have runs none of the others: they would be cut off half way', async () => {
    let runs = 0;
    await serveWorker([trigger('seen', { eventType: 'contact.creation', handler: () => void (runs += 1) })]);
    const deliveries = [delivery('seen'), delivery('gone')];
    expect(await step('trigger', { deliveries, url })).toMatchObject({ e: { code: 'unknown_capability' } });
    expect(runs).toBe(0);
  });
});

describe('the step of schedules', () => {
  const install = { id: 'static', portalId: null };

  test('runs the sync, and says how it ended', async () => {
    const states: unknown[] = [];
    await serveWorker([sync('s', { schedule: '1h', handler: (ctx) => void states.push(ctx.install.id) })]);
    expect(await step('syncStep', { sync: 's', install })).toMatchObject({ v: { run: { status: 'succeeded' } } });
    expect(states).toEqual(['static']);
  });

  test('has a record under the name of its worker: another one may have a sync of the same id', async () => {
    const worker = await serveWorker([sync('s', { schedule: '1h', handler: () => {} })]);
    await step('syncStep', { sync: 's', install });
    const records = [...worker.host.texts].filter(([key]) => key.startsWith('InstallActor\u0000static\u0000run/log/main/s/'));
    expect(records.map(([, text]) => JSON.parse(text))).toMatchObject([{ worker: 'main', sync: 's', status: 'succeeded' }]);
  });

  test('says when a run that waits wants to be called again', async () => {
    await serveWorker([sync('s', { schedule: '1h', handler: () => retryLater('busy', 30) })]);
    const before = Date.now();
    const { v } = await step('syncStep', { sync: 's', install });
    expect(v).toMatchObject({ run: { status: 'waiting' } });
    expect(v?.['again']).toBeGreaterThanOrEqual(before + 30_000);
  });

  test('is joined to the run that it meets', async () => {
    let end = () => {};
    let began = () => {};
    const running = new Promise<void>((resolve) => (began = resolve));
    const handler = () => {
      began();
      return new Promise<void>((resolve) => (end = resolve));
    };
    await serveWorker([sync('s', { schedule: '1h', handler })]);
    const first = step('syncStep', { sync: 's', install });
    await running;
    expect(await step('syncStep', { sync: 's', install })).toEqual({ v: { refused: 'sync_already_running' } });
    end();
    expect(await first).toMatchObject({ v: { run: { status: 'succeeded' } } });
  });

  test('of a sync that the worker does not have, or an install that there is not, runs nothing', async () => {
    await serveWorker([sync('s', { schedule: '1h', handler: () => {} })], { auth: 'oauth' });
    expect(await step('syncStep', { sync: 'gone', install })).toMatchObject({ e: { code: 'unknown_capability' } });
    expect(await step('syncStep', { sync: 's', install: { id: '9', portalId: 9 } })).toEqual({
      v: { refused: 'install_not_found' },
    });
  });
});

test('in a handler of a sync ctx.sync says that this version does not bring it', async () => {
  let message = '';
  await serveWorker([
    sync('s', { schedule: '1h', handler: async (ctx) => void (await ctx.sync.cursor().catch((e: Error) => (message = e.message))) }),
  ]);
  await step('syncStep', { sync: 's', install: { id: 'static', portalId: null } });
  expect(message).toContain('ctx.sync.cursor is not available');
});
