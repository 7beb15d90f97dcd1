/** What a handler hands back: five outcomes and the functions that make them. */

const RESULT: symbol = Symbol.for('svc.result');

/** The outcomes that a handler can choose. */
export type ActionStatus = 'ok' | 'fail-continue' | 'fail-stop' | 'retry-later' | 'block';

/** The handler did its work. */
export interface OkResult<Output = Record<string, unknown>> {
  readonly status: 'ok';
  readonly output?: Output;
}

/** The handler failed, and the workflow goes on. */
export interface FailContinueResult<Output = Record<string, unknown>> {
  readonly status: 'fail-continue';
  readonly message: string;
  readonly output?: Output;
}

/** The handler failed for good: the platform does not retry, and the enrollment of the record halts. */
export interface FailStopResult {
  readonly status: 'fail-stop';
  readonly message: string;
}

/** The handler wants to be called again; the platform requeues for up to three days. */
export interface RetryLaterResult {
  readonly status: 'retry-later';
  readonly message: string;
  /** Seconds to wait. Without it the platform picks the wait by itself. */
  readonly retryAfterSeconds?: number;
}

/** The enrollment pauses until the block expires (by the platform's default one week). */
export interface BlockResult {
  readonly status: 'block';
  readonly message: string;
}

/**
 * The outcome of a handler. Make one with `ok`, `failContinue`, `failStop`, `retryLater` or `block`.
 *
 * One that is written by hand counts too, but not where it could be meant as the answer itself: in a tool whose output
 * has a field `status`, and in a card backend, only what those functions made is an outcome.
 */
export type ActionResult<Output = Record<string, unknown>> =
  | OkResult<Output>
  | FailContinueResult<Output>
  | FailStopResult
  | RetryLaterResult
  | BlockResult;

function result<R extends ActionResult<unknown>>(value: R): R {
  return Object.defineProperty(value, RESULT, { value: true });
}

/** The work is done; `output` fills the declared output fields. */
export function ok(): OkResult<never>;
export function ok<const Output>(output: Output): OkResult<Output>;
export function ok(output?: unknown): OkResult<unknown> {
  return result(output === undefined ? { status: 'ok' } : { status: 'ok', output });
}

/** The work failed, the workflow goes on: the action is recorded as failed and its outputs are set. */
export function failContinue(message: string): FailContinueResult<never>;
export function failContinue<const Output>(message: string, output: Output): FailContinueResult<Output>;
export function failContinue(message: string, output?: unknown): FailContinueResult<unknown> {
  return result(
    output === undefined ? { status: 'fail-continue', message } : { status: 'fail-continue', message, output },
  );
}

/** The work failed for good: answered with 400, never retried, the record's enrollment halts. */
export function failStop(message: string): FailStopResult {
  return result({ status: 'fail-stop', message });
}

/**
 * The work should be tried again: answered with 429 and `Retry-After`, or with 503 without a hint.
 * @param retryAfterSeconds how many seconds to wait at least
 */
export function retryLater(message: string, retryAfterSeconds?: number): RetryLaterResult {
  return result(
    retryAfterSeconds === undefined
      ? { status: 'retry-later', message }
      : { status: 'retry-later', message, retryAfterSeconds },
  );
}

/** The enrollment pauses until the block expires; the platform's default is one week. */
export function block(message: string): BlockResult {
  return result({ status: 'block', message });
}

/** Whether a value was made by one of the five functions above. A plain object that looks like one does not count. */
export function isActionResult(value: unknown): value is ActionResult<unknown> {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[RESULT] === true;
}
