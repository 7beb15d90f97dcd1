/** Runs a trigger for one delivery, whichever way it came: to the trigger's own route, or through the dispatcher. */
import type { TriggerDefinition } from '../../capability/trigger.ts';
import type { WebhookEvent } from '../../context/handler.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** Answers one delivery. Its install is unbound: a delivery names a portal, and no install. */
export declare function deliver(place: RequestContext, trigger: TriggerDefinition, portalId: number | null, events: readonly WebhookEvent[], request: RawRequest): Promise<Response>;
