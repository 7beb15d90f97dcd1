import { describe, expect, test } from 'vitest';
import { ORIGIN, SECRET, signV3 } from '../../../test/served-worker.ts';
import type { ProjectManifest } from '../../manifest/manifest.ts';
import type { Host } from '../../platform/host.ts';
import crm from '../../profiles/crm.json' with { type: 'json' };
import type { AppProfile } from '../../protocol/request-context.ts';
import { createAppWorker } from '../app.ts';

const trigger = (id: string, eventType: string) => ({ kind: 'trigger', id, eventType, dedup: 'best-effort' });
const manifest = {
  app: { auth: 'static' },
  workers: [
    { name: 'one', capabilities: [trigger('made', 'contact.creation'), trigger('car', 'p_car.creation')], sources: [] },
    { name: 'two', capabilities: [trigger('also', 'contact.creation'), trigger('dog', 'p_dog.creation')], sources: [] },
  ],
} as unknown as ProjectManifest;

interface Called {
  readonly name: string;
  readonly step: string;
  readonly args: { readonly deliveries: readonly { readonly trigger: string }[]; readonly url: string };
}

async function deliver(events: unknown, workers: Record<string, () => unknown>) {
  const calls: Called[] = [];
  const seen: { readonly observed: object[]; readonly logged: object[] } = { observed: [], logged: [] };
  const host: Host = {
    isShared: false,
    now: () => Date.now(),
    fetch: () => Promise.reject(new Error('nothing is outside')),
    log: (line) => void seen.logged.push(line),
    observe: (observation) => void seen.observed.push(observation),
    actor: () => Promise.reject(new Error('no actor is needed')),
    async worker(name, step, args) {
      calls.push({ name, step, args } as Called);
      return workers[name]?.();
    },
  };
  const body = JSON.stringify(events);
  const headers = { 'content-type': 'application/json', ...(await signV3('/webhooks/crm', body)) };
  const app = createAppWorker({ manifest, profile: crm as AppProfile });
  const request = new Request(`${ORIGIN}/webhooks/crm`, { method: 'POST', body, headers });
  const response = await app.fetch(request, { CRM_CLIENT_SECRET: SECRET }, { host, waitUntil: () => {} });
  return { ...seen, calls, status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const fine = { one: () => ({ failed: 0 }), two: () => ({ failed: 0 }) };
const created = (portalId: number) => ({ subscriptionType: 'contact.creation', portalId, eventId: portalId });

describe('the dispatcher', () => {
  test('calls each worker once for all portals and triggers', async () => {
    const { status, body, calls } = await deliver(
      Array.from({ length: 100 }, (_, i) => created(i)),
      fine,
    );
    expect([status, body]).toEqual([200, { ok: true, delivered: 200 }]);
    expect(calls.map(({ name, step, args }) => [name, step, args.deliveries.length, args.url])).toEqual([
      ['one', 'trigger', 100, `${ORIGIN}/webhooks/crm`],
      ['two', 'trigger', 100, `${ORIGIN}/webhooks/crm`],
    ]);
  });

  test('answers 500 with the number of failed parts', async () => {
    const { status, body } = await deliver([created(1), created(2)], { ...fine, two: () => ({ failed: 1 }) });
    expect([status, body]).toMatchObject([500, { ok: false, error: 'delivery_failed', failed: 1 }]);
  });

  test('reports an unreachable worker and delivers to the others', async () => {
    const down = () => {
      throw new Error('no binding WORKER_TWO');
    };
    const { status, body, calls, observed } = await deliver([created(1), created(2)], { ...fine, two: down });
    expect([status, body['failed'], calls.length]).toEqual([500, 2, 2]);
    expect(observed).toMatchObject([{ type: 'error', worker: 'two', message: 'no binding WORKER_TWO' }]);
    expect(JSON.stringify(body)).not.toContain('WORKER_TWO');
  });

  test('warns if the custom object of an event is ambiguous', async () => {
    const { calls, logged } = await deliver(
      { subscriptionType: 'object.creation', objectTypeId: '2-7', portalId: 1 },
      fine,
    );
    expect(calls.map(({ args }) => args.deliveries[0]?.trigger)).toEqual(['car', 'dog']);
    expect(logged).toMatchObject([{ level: 'warn', message: expect.stringContaining('p_car and p_dog') }]);
  });
});
