import { describe, expect, test } from 'vitest';
import { byPortal, deliveryIdOf, readEvents } from './delivery.ts';

const email = {
  eventId: 1,
  subscriptionId: 25,
  portalId: 33,
  occurredAt: 1462216307945,
  objectId: 9,
  attemptNumber: 0,
};
const stage = { ...email, eventId: 2, propertyName: 'dealstage' };

describe('the id of a delivery', () => {
  test('is the same whatever the order of its events', async () => {
    expect(await deliveryIdOf([email, stage])).toBe(await deliveryIdOf([stage, email]));
  });

  test('is the same for every attempt', async () => {
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
  ])('is another one for another %s', async (_, change) => {
    expect(await deliveryIdOf([{ ...email, ...change }])).not.toBe(await deliveryIdOf([email]));
  });

  test('tells events apart that name none of these', async () => {
    const ids = await Promise.all([[{ note: 'x' }], [{ note: 'y' }], [{}], [], [{}, {}]].map(deliveryIdOf));
    expect(new Set(ids).size).toBe(5);
  });

  test('keeps its value, since it is stored', async () => {
    expect(await deliveryIdOf([email])).toBe('f277fbb5a55c02b9ee1b53c0ce3e50cf5c6df33a720e010ef4567c1f8f7dabf9');
  });
});

test('one event is a batch of one; what is no event is refused', () => {
  expect(readEvents(email)).toEqual([email]);
  expect(readEvents([])).toEqual([]);
  for (const body of [null, 5, 'x', [[]], [email, null]]) {
    expect(() => readEvents(body)).toThrow('an event is a JSON object');
  }
});

test('events are grouped by portal, in the order in which they came', () => {
  const other = { ...email, portalId: 44 };
  const odd = { ...email, portalId: {} as never };
  expect([...byPortal([email, other, stage, odd])]).toEqual([
    [33, [email, stage]],
    [44, [other]],
    [null, [odd]],
  ]);
});
