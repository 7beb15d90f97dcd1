/** The event types against the vectors that Go reads too. */

import { expect, it } from 'vitest';
import vectors from '../../../contract/event-types/event-types.json' with { type: 'json' };
import { parseEventType } from './event-type.ts';

for (const vector of vectors as { eventType: string; error?: string }[]) {
  const { eventType, error, ...want } = vector;
  if (error === undefined) {
    it(`maps ${eventType} to its subscription`, () => {
      expect(parseEventType(eventType)).toEqual(want);
    });
  } else {
    it(`refuses ${JSON.stringify(eventType)}`, () => {
      expect(() => parseEventType(eventType)).toThrow(new TypeError(error));
    });
  }
}
