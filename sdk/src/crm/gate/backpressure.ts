import { markError, recognizeMark } from '../../declare/mark.ts';

const BACKPRESSURE: symbol = Symbol.for('svc.backpressure');

/** Returns the message of backpressure on every surface (spec, Errors). */
export function backpressureMessage(retryAfterSeconds: number): string {
  return `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
}

/**
 * The error of a call of `ctx.crm` when the portal's rate budget is exhausted. If the handler does not catch it, a
 * workflow continues with `retryAfterSeconds` in the output of the action, other callers are asked to try again later,
 * and the invocation counts as successful. To do something else, catch it: see `isBackpressure`. `instanceof` works
 * across copies of this package.
 */
export class CrmBackpressure extends Error {
  /** Always `backpressure`. */
  readonly code = 'backpressure';
  /** Whole seconds until a call may succeed. At least 1. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
    super(backpressureMessage(seconds));
    this.name = 'CrmBackpressure';
    this.retryAfterSeconds = seconds;
    markError(this, BACKPRESSURE);
  }

  static {
    recognizeMark(CrmBackpressure, BACKPRESSURE);
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
  return error instanceof CrmBackpressure;
}
