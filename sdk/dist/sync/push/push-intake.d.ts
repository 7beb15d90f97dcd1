/** Takes what the sender of a push source posted: `receive` makes rows of it, and the rows become durable. */
import type { PushSourceDefinition } from '../../capability/source.ts';
import type { SyncDefinition } from '../../capability/sync.ts';
import type { InvocationReport } from '../../protocol/invocation.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/**
 * Runs `receive`, and writes its rows to the inbox of every install. Gives how many rows there are.
 * Throws an HttpError when not all of it could be kept: the sender posts it again then, and rows that come twice update.
 */
export declare function takePosted(place: RequestContext, source: PushSourceDefinition, event: unknown, installs: readonly string[], begin: (sync: SyncDefinition) => InvocationReport): Promise<number>;
