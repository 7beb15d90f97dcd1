/** The signal that a portal's rate budget is spent. It ends an invocation, and is no error of anybody's. */

const BACKPRESSURE: symbol = Symbol.for('svc.backpressure');

/** What backpressure says, on every surface (spec, Errors). */
export function backpressureMessage(retryAfterSeconds: number): string {
  return `CRM rate limit budget exhausted; retry after ${retryAfterSeconds}s.`;
}

/**
 * What a call of `ctx.crm` rejects with when the portal's rate budget is spent. Let it leave the handler: the invocation
 * then ends with its surface's backpressure result, and is recorded as a success. A handler that has something else to
 * do may catch it: `if (isBackpressure(e)) …`.
 */
export class CrmBackpressure extends Error {
  /** Whole seconds until calls have a chance again. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
    super(backpressureMessage(seconds));
    this.name = 'CrmBackpressure';
    this.retryAfterSeconds = seconds;
    Object.defineProperty(this, BACKPRESSURE, { value: true });
  }
}

/** Whether a call of `ctx.crm` was turned away because the rate budget is spent. Takes anything, and never throws. */
export function isBackpressure(error: unknown): error is CrmBackpressure {
  try {
    // By its mark and not by its class: an app may hold a second copy of this module.
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[BACKPRESSURE] === true;
  } catch {
    return false; // a proxy
  }
}
