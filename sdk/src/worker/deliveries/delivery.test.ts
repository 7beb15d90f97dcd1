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
    const again = Object.fromEntries(Object.entries({ ...email, attemptNumber: 3 }).reverse());
    expect(await deliveryIdOf([again])).toBe(await deliveryIdOf([email]));
  });

  test.each([
    ['portal', { portalId: 34 }],
    ['subscription', { subscriptionId: 26 }],
    ['event', { eventId: 3 }],
    ['object', { objectId: 10 }],
    ['time', { occurredAt: 1 }],
    ['value', { propertyValue: 'b' }],
    ['end of an association', { fromObjectId: 1, toObjectId: 3 }],
    ['nested attempt number', { inner: { attemptNumber: 1 } }],
  ])('differs for another %s', async (_, change) => {
    const one = { ...email, propertyValue: 'a', fromObjectId: 1, toObjectId: 2, inner: { attemptNumber: 0 } };
    expect(await deliveryIdOf([{ ...one, ...change }])).not.toBe(await deliveryIdOf([one]));
  });

  test('differs for events without an id', async () => {
    const ids = await Promise.all([[{ note: 'x' }], [{ note: 'y' }], [{}], [], [{}, {}]].map(deliveryIdOf));
    expect(new Set(ids).size).toBe(5);
  });

  test('is stable, since it is stored', async () => {
    expect(await deliveryIdOf([email])).toBe('1e1822333edf1b4ac0e156b1b5879a95e1c06bc72c1338e51dbf53df2ee8c2e0');
  });
});

test('readEvents accepts one event and rejects non-objects', () => {
  expect(readEvents(email)).toEqual([email]);
  expect(readEvents([])).toEqual([]);
  for (const body of [null, 5, 'x', [[]], [email, null]]) {
    expect(() => readEvents(body)).toThrow('an event is a JSON object');
  }
});

test('readEvents accepts as many events as the CRM sends', () => {
  const events = (count: number) => Array.from({ length: count }, () => email);
  expect(readEvents(events(100))).toHaveLength(100);
  expect(() => readEvents(events(101))).toThrow('the delivery has 101 events: expected at most 100');
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
