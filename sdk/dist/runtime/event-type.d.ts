/**
 * Which declared event types an event of a webhook delivery belongs to. Go's twin of the parser is `internal/platform`,
 * which also refuses what is no event type: by the time that something is deployed, all of them are sound.
 */
import type { WebhookEvent } from '../context/handler.ts';
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
/** Reads `<object>.<kind>` or `<object>.propertyChange.<property>`. */
export declare function readEventType(eventType: string): EventType;
/**
 * Whether an event is of a declared type. `perhaps`: it is, if the portal's object of the event's type id has the
 * name that was declared. The ids of custom and app objects differ from portal to portal, and an event has no name.
 */
export declare function matchesEvent(type: EventType, event: WebhookEvent): 'yes' | 'no' | 'perhaps';
