/** What is posted to a push source: verified by its hmac, made rows by `receive`, and kept before it is answered. */
import type { PushSourceDefinition } from '../../capability/source.ts';
import type { SyncDefinition } from '../../capability/sync.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { InvocationReport } from '../../protocol/invocation.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** A post to the source, whose sender is not verified yet. */
export interface PostedCall extends RequestContext {
    readonly request: RawRequest;
    readonly url: URL;
}
/** What the worker that received the post provides. */
export interface ReceivingWorker {
    /** Rejects with the code `install_not_found` where the app is not installed. */
    installOf(portalId: number | null): Promise<BoundInstall>;
    /** Begins the invocation of `receive`, in the name of a sync that the source feeds. */
    begin(sync: SyncDefinition): InvocationReport;
}
export declare function postedRows(call: PostedCall, source: PushSourceDefinition, worker: ReceivingWorker): Promise<Response>;
