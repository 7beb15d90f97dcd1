/** A webhook delivery: its events, and the id that all delivery attempts share. */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';
import { toHex } from '../../platform/bytes.ts';
import { RouteError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hmac.ts';
import { readPortalId } from '../../protocol/install.ts';

/** Maximum number of events per delivery. The CRM's own limit. */
const MAX_EVENTS = 100;

/** Returns the events of a body: an array of at most 100 objects, or one object. */
export function readEvents(body: unknown): WebhookEvent[] {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  if (events.length > MAX_EVENTS) {
    throw new RouteError('invalid_input', `the delivery has ${events.length} events: expected at most ${MAX_EVENTS}`);
  }
  if (!events.every(isObject)) {
    throw new RouteError(
      'invalid_json',
      'the body must be an array of events, or one event; an event is a JSON object',
    );
  }
  return events as WebhookEvent[];
}

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

/** Groups the events by portal; null groups those without one. */
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
