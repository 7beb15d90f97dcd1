import { CrmAnswerError, CrmNoAnswerError } from './error.ts';
import type { PacerOptions } from './gate/pacer.ts';
import { backoffOf, capOf } from './gate/patience.ts';
import { sleep } from './gate/sleep.ts';

/** Transient status codes. 477: the account is being migrated. 52x: from the CRM's edge. */
const TRANSIENT_STATUS: readonly number[] = [408, 423, 477, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526];

/** Status codes of the CRM's edge if it could not reach the CRM. */
const UNREACHED_STATUS: readonly number[] = [521, 523, 525, 526];

/** Codes of errors before a connection. Messages prove nothing, since they contain paths and texts of others. */
const NOT_CONNECTED: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Minimum pause before a retry on a locked record, in ms. */
const LOCKED_MS = 2_000;

/** Reports whether a call failed for a transient reason. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof CrmNoAnswerError || (error instanceof CrmAnswerError && TRANSIENT_STATUS.includes(error.status))
  );
}

/** Reports whether a call with a transient error was certainly not applied by the CRM. */
export function wasNotApplied(error: unknown): boolean {
  if (error instanceof CrmAnswerError) {
    return UNREACHED_STATUS.includes(error.status);
  }
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (NOT_CONNECTED.includes((cause as { code?: unknown }).code)) {
      return true;
    }
  }
  return false;
}

/** The retries of one call. */
export class Retries {
  readonly #options: PacerOptions;
  readonly #signal: AbortSignal | undefined;
  #made = 0;

  /** @param signal ends the wait */
  constructor(options: PacerOptions, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Waits, then reports whether to retry. Limits the number of retries and the time. */
  async next(error: unknown): Promise<boolean> {
    const { limits, clock, random, deadline = Infinity } = this.#options;
    const { retry } = limits;
    const isTooLarge = error instanceof CrmNoAnswerError && error.code === 'response_too_large'; // of a retry, too
    if (retry === false || this.#made >= retry.max || this.#isOver() || isTooLarge) {
      return false;
    }
    const { status, retryAfterMs = 0 } = error instanceof CrmAnswerError ? error : ({} as Partial<CrmAnswerError>);
    const wait = Math.max(backoffOf(retry, this.#made, random), retryAfterMs, status === 423 ? LOCKED_MS : 0);
    if (wait > capOf(retry) || clock.now() + wait > deadline) {
      return false;
    }
    this.#made += 1;
    await sleep(clock, wait, this.#signal);
    return !this.#isOver();
  }

  #isOver(): boolean {
    return this.#signal?.aborted === true;
  }
}
