/** The signal that a portal's rate budget is spent. It ends an invocation, and is no error of anybody's. */
/** What backpressure says, on every surface (spec, Errors). */
export declare function backpressureMessage(retryAfterSeconds: number): string;
/**
 * What a call of `ctx.crm` rejects with when the portal's rate budget is spent. Let it leave the handler: the invocation
 * then ends with its surface's backpressure result, and is recorded as a success. A handler that has something else to
 * do may catch it: `if (isBackpressure(e)) …`.
 */
export declare class CrmBackpressure extends Error {
    /** Whole seconds until calls have a chance again. */
    readonly retryAfterSeconds: number;
    constructor(retryAfterSeconds: number);
}
/** Whether a call of `ctx.crm` was turned away because the rate budget is spent. Takes anything, and never throws. */
export declare function isBackpressure(error: unknown): error is CrmBackpressure;
