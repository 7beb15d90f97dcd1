/** Routes the events of a webhook delivery to triggers. The platform has one target URL per app. */

import type { WebhookEvent } from '../../context/handler.ts';
import type { ProjectManifest } from '../../manifest/manifest.ts';
import type { Delivery } from '../../protocol/deliveries.ts';
import { byPortal } from './delivery.ts';
import { type EventType, matchesEvent, readEventType } from './event-type.ts';

/** The events of a delivery, by worker. */
export interface Plan {
  /** By worker. */
  readonly deliveries: ReadonlyMap<string, readonly Delivery[]>;
  /** Names of custom objects that match one event, if several do. */
  readonly ambiguous: readonly string[];
}

interface Listener {
  readonly worker: string;
  readonly trigger: string;
  readonly type: EventType;
}

/** Groups the events by portal and trigger. Events without a trigger are dropped. */
export function planDeliveries({ workers }: ProjectManifest, events: readonly WebhookEvent[]): Plan {
  const listeners = workers.flatMap(({ name: worker, capabilities }) =>
    capabilities.flatMap((one): Listener[] =>
      one.kind === 'trigger' ? [{ worker, trigger: one.id, type: readEventType(one.eventType) }] : [],
    ),
  );
  const deliveries = new Map<string, Delivery[]>();
  const ambiguous = new Set<string>();
  for (const [portalId, portalEvents] of byPortal(events)) {
    const byListener = new Map<Listener, WebhookEvent[]>();
    for (const event of portalEvents) {
      for (const listener of listenersOf(listeners, event, ambiguous)) {
        listOf(byListener, listener).push(event);
      }
    }
    for (const [{ worker, trigger }, matched] of byListener) {
      listOf(deliveries, worker).push({ trigger, portalId, events: matched });
    }
  }
  return { deliveries, ambiguous: [...ambiguous].sort() };
}

function listOf<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/**
 * Returns the triggers of an event. Without a certain match, it returns the triggers of custom objects by name, since
 * the event has only a type id. Several names are ambiguous. The event then goes to all of them rather than to none.
 */
function listenersOf(listeners: readonly Listener[], event: WebhookEvent, ambiguous: Set<string>): readonly Listener[] {
  const certain = listeners.filter(({ type }) => matchesEvent(type, event) === 'yes');
  if (certain.length > 0) {
    return certain;
  }
  const possible = listeners.filter(({ type }) => matchesEvent(type, event) === 'perhaps');
  const names = new Set(possible.map(({ type }) => type.object));
  if (names.size > 1) {
    names.forEach((name) => ambiguous.add(name));
  }
  return possible;
}
