/** Who gets which events of a webhook delivery: the platform has one target URL an app, and triggers are many. */
import type { WebhookEvent } from '../context/handler.ts';
import type { ProjectManifest } from '../manifest.ts';
/** The events of one portal that one trigger asks for. */
export interface Delivery {
    readonly trigger: string;
    readonly portalId: number | null;
    readonly events: readonly WebhookEvent[];
}
/** What goes where. */
export interface Plan {
    /** By worker. */
    readonly deliveries: ReadonlyMap<string, readonly Delivery[]>;
    /** Names of custom objects that an event could be of, where there are several. */
    readonly ambiguous: readonly string[];
}
/** Groups the events by portal and by the triggers that ask for them. An event that nobody asks for is in no group. */
export declare function planDeliveries({ workers }: ProjectManifest, events: readonly WebhookEvent[]): Plan;
