/** The event types of triggers, mapped to the platform's subscriptions. Go's twin is `internal/platform`. */

/** How the platform's webhooks component asks for an event type. */
export interface EventSubscription {
  /** The list that it stands in. */
  readonly section: 'crmObjects' | 'hubEvents';
  readonly subscriptionType: string;
  readonly objectType?: string;
  readonly propertyName?: string;
}

/** What a trigger listens to. */
export interface ParsedEventType {
  readonly object: string;
  readonly kind: string;
  /** Of `propertyChange`. */
  readonly property?: string;
  /** The platform's id of the object type, where the name tells it. */
  readonly objectTypeId?: string;
  readonly subscription: EventSubscription;
}

const PROPERTY_CHANGE = 'propertyChange';
const KINDS = ['creation', 'deletion', 'merge', 'restore', 'associationChange', PROPERTY_CHANGE, 'privacyDeletion', 'newMessage'];
/** Of the one object that is no CRM record. */
const CONVERSATION_KINDS = ['creation', 'deletion', PROPERTY_CHANGE, 'privacyDeletion', 'newMessage'];

/** Name, the plural that people write by mistake, and the platform's id. */
const OBJECTS: readonly (readonly [name: string, plural: string, id?: string])[] = [
  ['contact', 'contacts', '0-1'],
  ['company', 'companies', '0-2'],
  ['deal', 'deals', '0-3'],
  ['ticket', 'tickets', '0-5'],
  ['product', 'products', '0-7'],
  ['line_item', 'line_items', '0-8'],
  ['conversation', 'conversations'],
];

const WORD = /^[A-Za-z0-9_-]+$/;

/**
 * Reads `<object>.<kind>` or `<object>.propertyChange.<property>`, where the object is one of the CRM's types, a custom
 * object or the id of an app object. Throws a TypeError that says what to write.
 */
export function parseEventType(eventType: string): ParsedEventType {
  const parts = eventType.split('.');
  const [written = '', kind = '', property] = parts;
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => WORD.test(part))) {
    throw new TypeError(
      `'${eventType}' is no event type: write <object>.<kind> or <object>.propertyChange.<property>, as in contact.creation or contact.propertyChange.email`,
    );
  }
  checkKind(eventType, written, kind, property !== undefined);
  checkObject(eventType, written);
  const known = OBJECTS.find(([name, , id]) => written === name || written === id);
  const object = known?.[0] ?? written;
  const objectTypeId = known?.[2] ?? (/^[0-9]+-[0-9]+$/.test(written) ? written : undefined);
  return {
    object,
    kind,
    ...(property === undefined ? {} : { property }),
    ...(objectTypeId === undefined ? {} : { objectTypeId }),
    subscription: {
      ...(object === 'conversation' || kind === 'privacyDeletion'
        ? { section: 'hubEvents', subscriptionType: `${object}.${kind}` }
        : { section: 'crmObjects', subscriptionType: `object.${kind}`, objectType: object }),
      ...(property === undefined ? {} : { propertyName: property }),
    },
  };
}

function checkKind(text: string, object: string, kind: string, hasProperty: boolean): void {
  const wrong = (why: string) => new TypeError(`'${text}' ${why}`);
  if (!KINDS.includes(kind)) {
    throw wrong(`has the unknown kind '${kind}': kinds are ${KINDS.join(', ')}`);
  }
  if (kind === PROPERTY_CHANGE && !hasProperty) {
    throw wrong(`names no property: write ${object}.propertyChange.<property>`);
  }
  if (kind !== PROPERTY_CHANGE && hasProperty) {
    throw wrong(`names a property, which only propertyChange has: write ${object}.${kind}`);
  }
  if (object === 'conversation' && !CONVERSATION_KINDS.includes(kind)) {
    throw wrong(`does not exist: a conversation has ${CONVERSATION_KINDS.join(', ')}`);
  }
  if (kind === 'newMessage' && object !== 'conversation') {
    throw wrong('does not exist: write conversation.newMessage');
  }
  if (kind === 'privacyDeletion' && !['contact', '0-1', 'conversation'].includes(object)) {
    throw wrong('does not exist: only contact and conversation have privacyDeletion');
  }
}

function checkObject(text: string, object: string): void {
  const lower = object.toLowerCase();
  for (const [name, plural] of OBJECTS) {
    if (lower === plural || (lower === name && object !== name)) {
      throw new TypeError(`'${text}' spells the object '${object}': write ${name}${text.slice(object.length)}`);
    }
  }
}
