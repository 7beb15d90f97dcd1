import { expect, test } from 'vitest';
import { type Answered, serveWorker, signV3 } from '../../../test/served-worker.ts';
import { trigger } from '../../capability/trigger.ts';
import type { HandlerContext } from '../../context/handler.ts';

/** Posts events to a trigger. Returns the answer, and the portal of each run with the number of its events. */
async function post(events: unknown): Promise<{ answer: Answered; runs: [portal: number | null, events: number][] }> {
  const runs: [number | null, number][] = [];
  const handler = ({ install, input }: HandlerContext) =>
    void runs.push([install.portalId, (input as { events: unknown[] }).events.length]);
  const worker = await serveWorker([trigger('t', { eventType: 'contact.creation', handler: handler as never })]);
  const body = JSON.stringify(events);
  const headers = { 'content-type': 'application/json', ...(await signV3('/webhooks/crm/t', body)) };
  return { answer: await worker.send('/webhooks/crm/t', { method: 'POST', body, headers }), runs };
}

const event = (portalId: unknown, eventId = 1) => ({ portalId, eventId });

test.each<[string, unknown, number | null, number]>([
  ['its portal', [event(7), event(7, 2)], 7, 2],
  ['no portal if its events are of several', [event(7), event(8)], null, 2],
  ['no portal if some events have none', [event(7), event(undefined)], null, 2],
  ['no portal if its events name no number', [event('seven')], null, 1],
])('a delivery has %s', async (_, events, portal, count) => {
  const { answer, runs } = await post(events);
  expect([answer.status, runs]).toEqual([200, [[portal, count]]]);
});

test('a delivery without events runs nothing and is accepted, since the CRM repeats one that is refused', async () => {
  const { answer, runs } = await post([]);
  expect([answer.status, runs]).toEqual([200, []]);
});
