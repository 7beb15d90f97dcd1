/**
 * What runs sources: the rows of a pull source are asked for, those of a push source are taken, and both go the same way.
 * A declared source brings it into a worker's bundle (see capability/source.ts), so that workers without one do not carry it.
 */
import type { PushSourceDefinition } from '../capability/source.ts';
import type { SyncDefinition } from '../capability/sync.ts';
import type { CrmOptions } from '../crm/send.ts';
import { type DeadlineSignal } from '../platform/deadline.ts';
import type { BoundInstall } from '../protocol/install.ts';
import type { InvocationReport } from '../protocol/invocation.ts';
import type { RequestContext } from '../protocol/request-context.ts';
import type { Grant } from '../protocol/sync.ts';
import { type PostedCall, type ReceivingWorker } from './push/posted.ts';
import { type RowsEnd } from './run-rows.ts';
/** One step of a run that has rows to bring in. */
export interface EngineStep {
    readonly place: RequestContext;
    readonly sync: SyncDefinition;
    readonly install: BoundInstall & {
        readonly id: string;
    };
    readonly grant: Grant;
    readonly invocation: Pick<InvocationReport, 'logger' | 'uncaught'>;
    /** How calls for the install go out to the CRM, until the notice ends them. */
    crmOptions(place: RequestContext, notice: DeadlineSignal): CrmOptions;
}
/** How it ended. `stumbled` may do better later, `failed` may not. A spent budget is thrown as CrmBackpressure. */
export type EngineEnd = {
    readonly kind: RowsEnd;
} | {
    readonly kind: 'stumbled' | 'failed';
    readonly message: string;
};
export interface SourceEngine {
    /** Answers what the sender of a push source posts. */
    receive(call: PostedCall, source: PushSourceDefinition, worker: ReceivingWorker): Promise<Response>;
    /** Throws an HttpError for a sync that cannot run: nothing is written then. */
    check(sync: SyncDefinition): void;
    /** Brings rows in. */
    rows(step: EngineStep): Promise<EngineEnd>;
}
/** Runs the sources of a worker. The build attaches it to declared sources. */
export declare const sourceEngine: SourceEngine;
