/** A webhook delivery: its events. */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';
import { RouteError } from '../../platform/errors.ts';
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
