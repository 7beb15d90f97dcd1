/** The id that all attempts of a webhook delivery share. */

import type { WebhookEvent } from '../../context/handler.ts';
import { toHex } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/hmac.ts';

/** Members that identify an event. The attempt number is not one: a repeated delivery is the same delivery. */
const IDENTITY = ['portalId', 'subscriptionId', 'eventId', 'objectId', 'occurredAt'] as const;

const utf8 = new TextEncoder();

/** Returns a hash of the events, independent of their order. The platform sends no delivery id. */
export async function deliveryIdOf(events: readonly WebhookEvent[]): Promise<string> {
  const identities = events.map(identity).sort();
  return toHex(await sha256(utf8.encode(identities.join('\n'))));
}

function identity(event: WebhookEvent): string {
  if (IDENTITY.every((member) => event[member] === undefined)) {
    // An event in an unknown form is identified by its whole text.
    return JSON.stringify(event, (name, value: unknown) => (name === 'attemptNumber' ? undefined : value));
  }
  return JSON.stringify(IDENTITY.map((member) => event[member] ?? null));
}
