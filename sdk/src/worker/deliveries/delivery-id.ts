/** The id that all attempts of a webhook delivery share. */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';
import { toHex, utf8 } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/hmac.ts';

/** Returns a hash of the events, independent of their order. The platform sends no delivery id. */
export async function deliveryIdOf(events: readonly WebhookEvent[]): Promise<string> {
  const identities = events.map(identity).sort();
  return toHex(await sha256(utf8.encode(identities.join('\n'))));
}

/**
 * Returns the whole event as text, except the number of the attempt. A choice of members is not enough: two changes of
 * one property may share an event id, and an event of an association has no object id.
 */
function identity({ attemptNumber: _, ...event }: WebhookEvent): string {
  return JSON.stringify(event, (_name, value: unknown) => (isObject(value) ? sorted(value) : value));
}

/** Returns the members in the order of their names, which a sender may change between attempts. */
function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
