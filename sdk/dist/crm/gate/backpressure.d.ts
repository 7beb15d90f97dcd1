/** Returns the message of backpressure on every surface (spec, Errors). */
export declare function backpressureMessage(retryAfterSeconds: number): string;
/**
 * What a call of `ctx.crm` rejects with when the portal's rate budget is exhausted. When it leaves the handler, the
 * invocation ends with the backpressure result of its surface and is recorded as successful. A handler that can do
 * something else may catch it: see `isBackpressure`.
 */
export declare class CrmBackpressure extends Error {
    /** Whole seconds until a call may succeed. At least 1. */
    readonly retryAfterSeconds: number;
    constructor(retryAfterSeconds: number);
}
/**
 * Reports whether an error says that the rate budget of `ctx.crm` is exhausted. It accepts any value and never throws.
 *
 * @example
 * import { isBackpressure, retryLater, type HandlerContext } from '@svc/sdk';
 *
 * export async function refresh(ctx: HandlerContext) {
 *   try {
 *     return await ctx.crm.objects.get('contacts', ctx.enrolledObject.id);
 *   } catch (error) {
 *     if (isBackpressure(error)) {
 *       return retryLater('the CRM is busy', error.retryAfterSeconds);
 *     }
 *     throw error;
 *   }
 * }
 */
export declare function isBackpressure(error: unknown): error is CrmBackpressure;
