import { describe, expect, test } from 'vitest';
import { byPortal, readEvents } from './delivery.ts';
import { deliveryIdOf } from './delivery-id.ts';

const email = {
  eventId: 1,
  subscriptionId: 25,
  portalId: 33,
  occurredAt: 1462216307945,
  objectId: 9,
  attemptNumber: 0,
};
const stage = { ...email, eventId: 2, propertyName: 'dealstage' };

describe('a delivery id', () => {
  test('does not depend on the order of events', async () => {
    expect(await deliveryIdOf([email, stage])).toBe(await deliveryIdOf([stage, email]));
  });

  test('is the same for each attempt', async () => {
    const again = [{ ...email, attemptNumber: 3, changeSource: 'RETRY' }];
    expect(await deliveryIdOf(again)).toBe(await deliveryIdOf([email]));
    expect(await deliveryIdOf([{ note: 'x', attemptNumber: 0 }])).toBe(
      await deliveryIdOf([{ note: 'x', attemptNumber: 1 }]),
    );
  });

  test.each([
    ['portal', { portalId: 34 }],
    ['subscription', { subscriptionId: 26 }],
    ['event', { eventId: 3 }],
    ['object', { objectId: 10 }],
    ['time', { occurredAt: 1 }],
  ])('differs for another %s', async (_, change) => {
    expect(await deliveryIdOf([{ ...email, ...change }])).not.toBe(await deliveryIdOf([email]));
  });

  test('differs for events without these members', async () => {
    const ids = await Promise.all([[{ note: 'x' }], [{ note: 'y' }], [{}], [], [{}, {}]].map(deliveryIdOf));
    expect(new Set(ids).size).toBe(5);
  });

  test('is stable, since it is stored', async () => {
    expect(await deliveryIdOf([email])).toBe('f277fbb5a55c02b9ee1b53c0ce3e50cf5c6df33a720e010ef4567c1f8f7dabf9');
  });
});

test('readEvents accepts one event and rejects non-objects', () => {
  expect(readEvents(email)).toEqual([email]);
  expect(readEvents([])).toEqual([]);
  for (const body of [null, 5, 'x', [[]], [email, null]]) {
    expect(() => readEvents(body)).toThrow('an event is a JSON object');
  }
});

test('byPortal groups events in their order', () => {
  const other = { ...email, portalId: 44 };
  const odd = { ...email, portalId: {} as never };
  expect([...byPortal([email, other, stage, odd])]).toEqual([
    [33, [email, stage]],
    [44, [other]],
    [null, [odd]],
  ]);
});
