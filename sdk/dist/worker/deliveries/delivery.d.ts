/** A webhook delivery: its events, and the id that all attempts to deliver them share. */
import type { WebhookEvent } from '../../context/handler.ts';
/** The events of a body: an array of objects; one object is a batch of one. */
export declare function readEvents(body: unknown): WebhookEvent[];
/** The platform sends no id of a delivery: this is a hash of what its events are, in whatever order they came. */
export declare function deliveryIdOf(events: readonly WebhookEvent[]): Promise<string>;
/** The events by the portal that they are of; null where an event names none. */
export declare function byPortal(events: readonly WebhookEvent[]): Map<number | null, WebhookEvent[]>;
