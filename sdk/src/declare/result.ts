const RESULT: symbol = Symbol.for('svc.result');

/** How a handler can end. */
export type ActionStatus = 'ok' | 'fail-continue' | 'fail-stop' | 'retry-later' | 'block';

/** Success. A workflow action answers 200 with the output fields. */
export interface OkResult<Output = Record<string, unknown>> {
  /** Always `ok`. */
  readonly status: 'ok';
  /** Values of the declared output fields. Default: none. */
  readonly output?: Output;
}

/** A failure after which the workflow continues. */
export interface FailContinueResult<Output = Record<string, unknown>> {
  /** Always `fail-continue`. */
  readonly status: 'fail-continue';
  /** What failed. */
  readonly message: string;
  /** Values of the declared output fields. Default: none. */
  readonly output?: Output;
}

/** A permanent failure. The CRM does not retry it and stops the workflow for the record. */
export interface FailStopResult {
  /** Always `fail-stop`. */
  readonly status: 'fail-stop';
  /** What failed. */
  readonly message: string;
}

/** A temporary failure. The CRM calls the handler again, for up to three days. */
export interface RetryLaterResult {
  /** Always `retry-later`. */
  readonly status: 'retry-later';
  /** Why the handler cannot finish now. */
  readonly message: string;
  /** The shortest wait, in seconds. Default: chosen by the CRM. */
  readonly retryAfterSeconds?: number;
}

/** A pause of the workflow for the record, until the block expires. The CRM's default is one week. */
export interface BlockResult {
  /** Always `block`. */
  readonly status: 'block';
  /** Why the workflow pauses. */
  readonly message: string;
}

/**
 * The outcome of a handler. Create one with `ok`, `failContinue`, `failStop`, `retryLater` or `block`.
 *
 * An object literal of this shape also counts as an outcome, with two exceptions: in a card backend, and in a tool that
 * declares an output field `status`, it is the handler's output.
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

/**
 * Reports success.
 *
 * @param output values of the declared output fields
 * @example
 * import { defineWorker, ok } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.tool('score', {
 *   label: 'Score contact',
 *   objectType: 'contact',
 *   output: { score: { type: 'number' } },
 *   handler: () => ok({ score: 42 }),
 * });
 * export default worker;
 */
export function ok(): OkResult<never>;
export function ok<const Output>(output: Output): OkResult<Output>;
export function ok(output?: unknown): OkResult<unknown> {
  return result({ status: 'ok', ...(output !== undefined && { output }) });
}

/**
 * Reports a failure after which the workflow continues. The CRM records the action as failed and sets its outputs.
 *
 * @param message what failed
 * @param output values of the declared output fields
 * @example
 * import { failContinue, ok, type HandlerContext } from '@svc/sdk';
 *
 * export function remind(ctx: HandlerContext<{ email?: string }>) {
 *   return ctx.input.email ? ok() : failContinue('the contact has no email address');
 * }
 */
export function failContinue(message: string): FailContinueResult<never>;
export function failContinue<const Output>(message: string, output: Output): FailContinueResult<Output>;
export function failContinue(message: string, output?: unknown): FailContinueResult<unknown> {
  return result({ status: 'fail-continue', message, ...(output !== undefined && { output }) });
}

/**
 * Reports a permanent failure. A workflow action answers 400: the CRM does not retry it and stops the workflow for the
 * record.
 *
 * @param message what failed
 * @example
 * import { failStop } from '@svc/sdk';
 *
 * export const handler = () => failStop('the invoice was canceled');
 */
export function failStop(message: string): FailStopResult {
  return result({ status: 'fail-stop', message });
}

/**
 * Asks the CRM to call the handler again, for up to three days. A workflow action answers 429 with `Retry-After`, or
 * 503 if `retryAfterSeconds` is omitted.
 *
 * @param message why the handler cannot finish now
 * @param retryAfterSeconds the shortest wait, in seconds. Default: chosen by the CRM
 * @example
 * import { retryLater } from '@svc/sdk';
 *
 * export const handler = () => retryLater('the ledger is in maintenance', 600);
 */
export function retryLater(message: string, retryAfterSeconds?: number): RetryLaterResult {
  return result({ status: 'retry-later', message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/**
 * Pauses the workflow for the record until the block expires. The CRM's default is one week.
 *
 * @param message why the workflow pauses
 * @example
 * import { block } from '@svc/sdk';
 *
 * export const handler = () => block('waiting for the signed contract');
 */
export function block(message: string): BlockResult {
  return result({ status: 'block', message });
}

/**
 * Reports whether one of the five functions above made the value. An object literal of the same shape does not count.
 */
export function isActionResult(value: unknown): value is ActionResult<unknown> {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[RESULT] === true;
}
