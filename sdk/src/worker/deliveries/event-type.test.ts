import { describe, expect, test } from 'vitest';
import deliveries from '../../../../contract/event-types/deliveries.json' with { type: 'json' };
import declared from '../../../../contract/event-types/event-types.json' with { type: 'json' };
import type { WebhookEvent } from '../../context/handler.ts';
import { matchesEvent, readEventType } from './event-type.ts';

interface Declared {
  readonly eventType: string;
  readonly object: string;
  readonly kind: string;
  readonly property?: string;
  readonly objectTypeId?: string;
  readonly subscription: {
    readonly subscriptionType: string;
    readonly objectType?: string;
    readonly propertyName?: string;
  };
}

const sound = (declared as unknown as (Declared & { error?: string })[]).filter(({ error }) => error === undefined);

describe('a declared event type', () => {
  test.each(sound)('$eventType is read as Go reads it', ({ eventType, subscription: _, ...parts }) => {
    expect(readEventType(eventType)).toEqual(parts);
  });

  test.each(sound)(
    '$eventType matches an event of its own subscription',
    ({ eventType, objectTypeId, subscription }) => {
      const { subscriptionType, propertyName } = subscription;
      const event = { subscriptionType, ...(objectTypeId && { objectTypeId }), ...(propertyName && { propertyName }) };
      const expected = objectTypeId !== undefined || !subscriptionType.startsWith('object.') ? 'yes' : 'perhaps';
      expect(matchesEvent(readEventType(eventType), event)).toBe(expected);
    },
  );
});

describe('an event of a delivery', () => {
  test.each(deliveries)('$name', ({ event, yes, no, perhaps }) => {
    const all = { yes, no, perhaps } as Record<string, string[]>;
    for (const [expected, eventTypes] of Object.entries(all)) {
      for (const eventType of eventTypes) {
        expect([eventType, matchesEvent(readEventType(eventType), event as WebhookEvent)]).toEqual([
          eventType,
          expected,
        ]);
      }
    }
  });
});
