import { describe, expect, test } from 'vitest';
import { serveWorker } from '../../../test/served-worker.ts';
import { trigger } from '../../capability/trigger.ts';
import type { HandlerContext, TriggerInput } from '../../context/handler.ts';
import { CrmBackpressure } from '../../crm/gate/backpressure.ts';
import { failStop, retryLater } from '../../declare/result.ts';

async function step(name: string, args: unknown): Promise<{ v?: Record<string, unknown>; e?: { code: string } }> {
  return JSON.parse(await globalThis.__svc_step(JSON.stringify({ step: name, args })));
}

describe('the trigger step', () => {
  const url = 'https://app.example.dev/webhooks/crm';
  const delivery = (id: string, events: object[] = [{ eventId: 1 }]) => ({ trigger: id, portalId: 7, events });

  test('runs each delivery and counts failures', async () => {
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
    const deliveries = [
      delivery('seen'),
      ...['stops', 'later', 'spent', 'throws'].map((id) => delivery(id)),
      delivery('seen', [{ eventId: 2 }]),
    ];
    expect(await step('trigger', { deliveries, url })).toEqual({ v: { failed: 3 } });
    const expected = [
      [1, 7, url, [{ eventId: 1 }]],
      [1, 7, url, [{ eventId: 2 }]],
    ];
    expect(new Set(handled)).toEqual(new Set(expected)); // they run concurrently
  });

  test('fails for an unknown trigger', async () => {
    await serveWorker([]);
    expect(await step('trigger', { deliveries: [delivery('gone')], url })).toMatchObject({
      e: { code: 'unknown_capability' },
    });
    expect(await step('trigger', { deliveries: [], url })).toEqual({ v: { failed: 0 } });
  });

  test('runs no delivery if any trigger is unknown', async () => {
    let runs = 0;
    await serveWorker([trigger('seen', { eventType: 'contact.creation', handler: () => void (runs += 1) })]);
    const deliveries = [delivery('seen'), delivery('gone')];
    expect(await step('trigger', { deliveries, url })).toMatchObject({ e: { code: 'unknown_capability' } });
    expect(runs).toBe(0);
  });
});
