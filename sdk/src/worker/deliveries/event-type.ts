/**
 * Matches events of a webhook delivery to declared event types. `internal/platform` has the same parser in Go. It
 * rejects invalid event types, so that deployed ones are always valid.
 */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';

/** The parsed event type of a trigger. */
export interface EventType {
  /** CRM object type, or name of a custom or app object. */
  readonly object: string;
  readonly kind: string;
  /** The property of `propertyChange`. */
  readonly property?: string;
  /** The platform's id of the object type, if the name determines it. */
  readonly objectTypeId?: string;
}

/** Object types with the same id in every portal. */
const TYPE_IDS: Readonly<Record<string, string>> = {
  contact: '0-1',
  company: '0-2',
  deal: '0-3',
  ticket: '0-5',
  product: '0-7',
  line_item: '0-8',
};

const TYPE_ID = /^\d+-\d+$/;

/** Reads `<object>.<kind>` or `<object>.propertyChange.<property>`. */
export function readEventType(eventType: string): EventType {
  const [nameOrId = '', kind = '', property] = eventType.split('.');
  const object = nameOf(nameOrId);
  const objectTypeId = Object.hasOwn(TYPE_IDS, object) ? TYPE_IDS[object] : TYPE_ID.test(object) ? object : undefined;
  return { object, kind, property, objectTypeId };
}

/** Returns the name of an object type that is given by name or id. */
function nameOf(nameOrId: string): string {
  return Object.keys(TYPE_IDS).find((name) => TYPE_IDS[name] === nameOrId) ?? nameOrId;
}

/**
 * Reports whether an event has a declared type. `perhaps`: the type is declared by name and the event has only a type
 * id. Ids of custom and app objects differ between portals, so the name behind an id is unknown.
 */
export function matchesEvent(type: EventType, event: WebhookEvent): 'yes' | 'no' | 'perhaps' {
  const { object, kind } = eventSubject(event);
  if (kind !== type.kind || (type.property !== undefined && !isProperty(type.property, event))) {
    return 'no';
  }
  if (object === type.object) {
    return 'yes';
  }
  const isUnnamed = object === undefined || TYPE_ID.test(object);
  const isNameOnly = type.objectTypeId === undefined && type.object !== 'conversation';
  return isUnnamed && isNameOnly ? 'perhaps' : 'no';
}

/** Reports whether an event is about a property. Those of app objects have a prefix with the id of the app. */
function isProperty(property: string, { propertyName, appId }: WebhookEvent): boolean {
  return propertyName === property || propertyName === `a${appId}_${property}`;
}

/** Returns object and kind of an event: `object.creation` with a type id, or the older form `contact.creation`. */
function eventSubject(event: WebhookEvent): { readonly object?: string; readonly kind: string } {
  if (!isObject(event) || typeof event.subscriptionType !== 'string') {
    return { kind: '' };
  }
  const [object = '', kind = ''] = event.subscriptionType.split('.');
  if (object !== 'object') {
    return { object: nameOf(object), kind };
  }
  const id = event.objectTypeId;
  return typeof id === 'string' && id !== '' ? { object: nameOf(id), kind } : { kind };
}
