/** When a call that failed for a reason that may pass is made again: after what, how often, and how much later. */

import { CrmAnswerError, CrmNoAnswerError } from './error.ts';
import type { PacerOptions } from './gate/pacer.ts';
import { sleep } from './gate/sleep.ts';

/** The CRM could not right now. The last ones are of its edge; 477: the account is being moved. */
const PASSING: readonly number[] = [408, 423, 477, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526];

/** With these the edge says that it has not reached the CRM. */
const UNREACHED: readonly number[] = [521, 523, 525, 526];

/** What engines say, in words or in codes, when no connection came about. */
const NOT_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|connection refused|no such host/i;

/** A locked record stays so for two seconds at least, in milliseconds. */
const LOCKED_MS = 2_000;

/** Whether the same call may go through another time. */
export function mayPass(error: unknown): boolean {
  return error instanceof CrmNoAnswerError || (error instanceof CrmAnswerError && PASSING.includes(error.status));
}

/** Whether the CRM surely has not done what it was asked for, of a call that failed with `mayPass`. */
export function surelyNotDone(error: unknown): boolean {
  if (error instanceof CrmAnswerError) {
    return UNREACHED.includes(error.status);
  }
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (NOT_CONNECTED.test(`${(cause as { code?: unknown }).code} ${cause.message}`)) {
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

  /** @param signal ends waits */
  constructor(options: PacerOptions, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Waits, and tells whether the call is to be made again: not too often, and not when that would take too long. */
  async next(error: unknown): Promise<boolean> {
    const { limits, clock, random, deadline = Infinity } = this.#options;
    const { retry } = limits;
    if (retry === false || this.#made >= retry.max || this.#isOver()) {
      return false;
    }
    const backoff = (0.5 + random() / 2) * Math.min(retry.capMs, retry.baseMs * 2 ** this.#made);
    const { status, retryAfterMs = 0 } = error instanceof CrmAnswerError ? error : ({} as Partial<CrmAnswerError>);
    const wait = Math.max(backoff, retryAfterMs, status === 423 ? LOCKED_MS : 0);
    if (wait > retry.capMs || clock.now() + wait > deadline) {
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
