const BACKPRESSURE: symbol = Symbol.for('svc.backpressure');

/** Returns the message of backpressure on every surface (spec, Errors). */
export function backpressureMessage(retryAfterSeconds: number): string {
  return `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
}

/**
 * What a call of `ctx.crm` rejects with when the portal's rate budget is exhausted. When it leaves the handler, the
 * invocation ends with the backpressure result of its surface and is recorded as successful. A handler that can do
 * something else may catch it: see `isBackpressure`.
 */
export class CrmBackpressure extends Error {
  /** Whole seconds until a call may succeed. At least 1. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
    super(backpressureMessage(seconds));
    this.name = 'CrmBackpressure';
    this.retryAfterSeconds = seconds;
    Object.defineProperty(this, BACKPRESSURE, { value: true });
  }
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
export function isBackpressure(error: unknown): error is CrmBackpressure {
  try {
    // Checks the symbol, not the class: an app may contain a second copy of this module.
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[BACKPRESSURE] === true;
  } catch {
    return false; // a proxy
  }
}
