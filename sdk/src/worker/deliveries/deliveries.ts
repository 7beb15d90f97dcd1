/** Who gets which events of a webhook delivery: the platform has one target URL an app, and triggers are many. */

import type { WebhookEvent } from '../../context/handler.ts';
import type { ProjectManifest } from '../../manifest/manifest.ts';
import type { Delivery } from '../../protocol/deliveries.ts';
import { byPortal } from './delivery.ts';
import { type EventType, matchesEvent, readEventType } from './event-type.ts';

/** What goes where. */
export interface Plan {
  /** By worker. */
  readonly deliveries: ReadonlyMap<string, readonly Delivery[]>;
  /** Names of custom objects that an event could be of, where there are several. */
  readonly ambiguous: readonly string[];
}

interface Listener {
  readonly worker: string;
  readonly trigger: string;
  readonly type: EventType;
}

/** Groups the events by portal and by the triggers that ask for them. An event that nobody asks for is in no group. */
export function planDeliveries({ workers }: ProjectManifest, events: readonly WebhookEvent[]): Plan {
  const listeners = workers.flatMap(({ name: worker, capabilities }) =>
    capabilities.flatMap((one): Listener[] =>
      one.kind === 'trigger' ? [{ worker, trigger: one.id, type: readEventType(one.eventType) }] : [],
    ),
  );
  const deliveries = new Map<string, Delivery[]>();
  const ambiguous = new Set<string>();
  for (const [portalId, ofPortal] of byPortal(events)) {
    const wanted = new Map<Listener, WebhookEvent[]>();
    for (const event of ofPortal) {
      for (const listener of listenersOf(listeners, event, ambiguous)) {
        listOf(wanted, listener).push(event);
      }
    }
    for (const [{ worker, trigger }, itsEvents] of wanted) {
      listOf(deliveries, worker).push({ trigger, portalId, events: itsEvents });
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
 * Those who certainly ask for the event; where there are none, those who ask for a custom object by a name that the
 * event's type id may have. Several names leave a doubt: then it is better delivered to too many than to none.
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
