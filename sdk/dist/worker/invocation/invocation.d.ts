/** One invocation as its host sees it: the id, the logger, and the records that are made of it. */
import type { FlagClientResult } from '../../context/flags.ts';
import type { Logger } from '../../context/logger.ts';
import type { CrmCallRecord, RecordedOutcome, Surface } from '../../platform/observation.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { Capability, RequestContext } from '../../protocol/request-context.ts';
/** What is invoked, from where and for whom. */
export interface InvocationSubject {
    readonly place: RequestContext;
    readonly capability: Capability;
    readonly surface: Surface;
    readonly install: BoundInstall;
}
export declare class Invocation {
    #private;
    readonly id: string;
    readonly logger: Logger;
    /** The flags that the handler evaluated, by key. */
    readonly flags: Map<string, FlagClientResult>;
    constructor(subject: InvocationSubject);
    get surface(): Surface;
    /** Counts and reports a call of the CRM that has ended. */
    crmCall(call: Omit<CrmCallRecord, 'type' | 'invocation'>): void;
    /** Reports an uncaught throw: the app's author is told everything here, the caller nothing. Secrets that it quotes are cut out. */
    uncaught(thrown: unknown): void;
    /** Records the end. Called once. */
    end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void;
}
