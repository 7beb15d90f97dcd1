/**
 * Which declared event types an event of a webhook delivery belongs to. Go's twin of the parser is `internal/platform`,
 * which also refuses what is no event type: by the time that something is deployed, all of them are sound.
 */

import type { WebhookEvent } from '../../context/handler.ts';
import { isObject } from '../../platform/body.ts';

/** What a trigger listens to. */
export interface EventType {
  /** A CRM object type, or the name of a custom or app object. */
  readonly object: string;
  readonly kind: string;
  /** Of `propertyChange`. */
  readonly property?: string;
  /** The platform's id of the object type, where the name tells it. */
  readonly objectTypeId?: string;
}

/** The object types whose ids are the same in every portal. */
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
  const [written = '', kind = '', property] = eventType.split('.');
  const object = nameOf(written);
  const objectTypeId = Object.hasOwn(TYPE_IDS, object) ? TYPE_IDS[object] : TYPE_ID.test(object) ? object : undefined;
  return {
    object,
    kind,
    ...(property !== undefined && { property }),
    ...(objectTypeId !== undefined && { objectTypeId }),
  };
}

/** The name of an object type that may be written as its id. */
function nameOf(written: string): string {
  return Object.keys(TYPE_IDS).find((name) => TYPE_IDS[name] === written) ?? written;
}

/**
 * Whether an event is of a declared type. `perhaps`: it is, if the portal's object of the event's type id has the
 * name that was declared. The ids of custom and app objects differ from portal to portal, and an event has no name.
 */
export function matchesEvent(type: EventType, event: WebhookEvent): 'yes' | 'no' | 'perhaps' {
  const { object, kind } = eventSubject(event);
  if (kind !== type.kind || (type.property !== undefined && type.property !== event.propertyName)) {
    return 'no';
  }
  if (object === type.object) {
    return 'yes';
  }
  const isUnnamed = object === undefined || TYPE_ID.test(object);
  const isNameOnly = type.objectTypeId === undefined && type.object !== 'conversation';
  return isUnnamed && isNameOnly ? 'perhaps' : 'no';
}

/** What happened to what: `object.creation` with a type id, or, in the older form, `contact.creation`. */
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
