import { describe, expect, test } from 'vitest';
import type { WebhookEvent } from '../../context/handler.ts';
import type { ProjectManifest } from '../../manifest/manifest.ts';
import { planDeliveries } from './deliveries.ts';

/** A manifest from event types by worker. A trigger's id is its event type. */
function project(workers: Record<string, string[]>): ProjectManifest {
  const manifests = Object.entries(workers).map(([name, eventTypes]) => ({
    name,
    sources: [],
    capabilities: [
      { kind: 'sync', id: 'contact.creation', schedule: { kind: 'manual' } },
      ...eventTypes.map((eventType) => ({ kind: 'trigger', id: eventType, eventType, dedup: 'best-effort' })),
    ],
  }));
  return { workers: manifests } as unknown as ProjectManifest;
}

const created = (portalId: number, more: object = {}): WebhookEvent => ({
  subscriptionType: 'object.creation',
  objectTypeId: '0-1',
  portalId,
  ...more,
});

function plan(manifest: ProjectManifest, events: WebhookEvent[]): object {
  return Object.fromEntries(planDeliveries(manifest, events).deliveries);
}

describe('a delivery to the app', () => {
  test('is grouped by portal and trigger, in the order of its events', () => {
    const [a, b, c] = [created(1, { eventId: 1 }), created(2, { eventId: 2 }), created(1, { eventId: 3 })];
    const renamed = { subscriptionType: 'contact.propertyChange', propertyName: 'email', portalId: 1 };
    const manifest = project({ main: ['contact.creation', 'contact.propertyChange.email'] });
    expect(plan(manifest, [a, renamed, b, c])).toEqual({
      main: [
        { trigger: 'contact.creation', portalId: 1, events: [a, c] },
        { trigger: 'contact.propertyChange.email', portalId: 1, events: [renamed] },
        { trigger: 'contact.creation', portalId: 2, events: [b] },
      ],
    });
  });

  test('goes to every matching trigger of every worker', () => {
    const delivery = { trigger: 'contact.creation', portalId: 1, events: [created(1)] };
    const manifest = project({ main: ['contact.creation'], other: ['deal.creation', 'contact.creation'] });
    expect(plan(manifest, [created(1)])).toEqual({ main: [delivery], other: [delivery] });
  });

  test('is dropped without a matching trigger', () => {
    expect(plan(project({ main: ['deal.creation'] }), [created(1), {}, { subscriptionType: 'x' }])).toEqual({});
    expect(plan(project({}), [created(1)])).toEqual({});
    expect(plan(project({ main: ['contact.creation'] }), [])).toEqual({});
  });
});

describe('an event of a custom object', () => {
  const car = created(1, { objectTypeId: '2-77' });

  test('goes to the only possible name', () => {
    const { deliveries, ambiguous } = planDeliveries(project({ main: ['p_car.creation', 'contact.creation'] }), [car]);
    expect([...deliveries]).toEqual([['main', [{ trigger: 'p_car.creation', portalId: 1, events: [car] }]]]);
    expect(ambiguous).toEqual([]);
  });

  test('goes only to the trigger with its type id', () => {
    expect(plan(project({ main: ['p_car.creation', '2-77.creation'] }), [car])).toEqual({
      main: [{ trigger: '2-77.creation', portalId: 1, events: [car] }],
    });
  });

  test('goes to all possible names and reports them', () => {
    const { deliveries, ambiguous } = planDeliveries(project({ main: ['p_dog.creation', 'p_car.creation'] }), [car]);
    expect(deliveries.get('main')).toHaveLength(2);
    expect(ambiguous).toEqual(['p_car', 'p_dog']);
  });
});
