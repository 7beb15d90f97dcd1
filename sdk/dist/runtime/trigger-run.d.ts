/** Runs a trigger for one delivery, whichever way it came: to the trigger's own route, or through the dispatcher. */
import type { WebhookEvent } from '../context/handler.ts';
import type { TriggerDefinition } from '../declare/trigger.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { Place } from './site.ts';
/** Answers one delivery. Its install is unbound: a delivery names a portal, and no install. */
export declare function deliver(place: Place, trigger: TriggerDefinition, portalId: number | null, events: readonly WebhookEvent[], request: RawRequest): Promise<Response>;
