/** A webhook delivery: its events, and the id that all attempts to deliver them share. */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';
import { toHex } from '../../platform/bytes.ts';
import { HttpError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hmac.ts';
import { readPortalId } from '../../protocol/install.ts';

/** The events of a body: an array of objects; one object is a batch of one. */
export function readEvents(body: unknown): WebhookEvent[] {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  if (!events.every(isObject)) {
    throw new HttpError('invalid_json', 'the body must be an array of events, or one event; an event is a JSON object');
  }
  return events as WebhookEvent[];
}

/** What tells events apart. Not the number of the attempt: a repeated delivery is the same delivery. */
const IDENTITY = ['portalId', 'subscriptionId', 'eventId', 'objectId', 'occurredAt'] as const;

const utf8 = new TextEncoder();

/** The platform sends no id of a delivery: this is a hash of what its events are, in whatever order they came. */
export async function deliveryIdOf(events: readonly WebhookEvent[]): Promise<string> {
  const identities = events.map(identity).sort();
  return toHex(await sha256(utf8.encode(identities.join('\n'))));
}

function identity(event: WebhookEvent): string {
  if (IDENTITY.every((member) => event[member] === undefined)) {
    // Some other sender's event, of which only its whole text is known.
    return JSON.stringify(event, (name, value: unknown) => (name === 'attemptNumber' ? undefined : value));
  }
  return JSON.stringify(IDENTITY.map((member) => event[member] ?? null));
}

/** The events by the portal that they are of; null where an event names none. */
export function byPortal(events: readonly WebhookEvent[]): Map<number | null, WebhookEvent[]> {
  const groups = new Map<number | null, WebhookEvent[]>();
  for (const event of events) {
    const portalId = readPortalId(event.portalId);
    const group = groups.get(portalId);
    if (group === undefined) {
      groups.set(portalId, [event]);
    } else {
      group.push(event);
    }
  }
  return groups;
}
