/**
 * Duplicates of webhook deliveries are dropped: the platform delivers at least once. `strict` claims a delivery before
 * it runs and lets nobody else run it meanwhile; `best-effort` looks whether it has run, and two copies at once may.
 */
import type { TriggerDefinition } from '../../capability/trigger.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/**
 * Runs the delivery unless it has run: then it is answered 200. Throws an HttpError with 503 while another copy runs, and
 * where a strict trigger cannot claim.
 * @param run given the time that is left for the handler, in milliseconds
 */
export declare function once(place: RequestContext, trigger: TriggerDefinition, portalId: number | null, delivery: string, run: (budgetMs: number) => Promise<Response>): Promise<Response>;
