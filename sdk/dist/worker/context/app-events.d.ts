/** `ctx.appEvents`: occurrences of the app's own events, gathered for the install and sent in batches. */
import type { AppEventsContext } from '../../context/app-data.ts';
import type { Send } from '../../crm/send.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/**
 * What is sent in one turn of the handler goes to the install's actor in one call; it is safe there when `send` resolves,
 * and leaves with others. Without batching, and by `sendBatch`, it goes to the CRM at once.
 */
export declare function makeAppEvents(place: RequestContext, installId: string, send: () => Send): AppEventsContext;
