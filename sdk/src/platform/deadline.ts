/** The time that an invocation has. */

import type { DispatchKind } from './observation.ts';

/**
 * How long each kind of capability may take, in milliseconds. Nobody waits longer: a workflow action has 20 seconds
 * (spec, Limits); a card's request and a webhook delivery are given up by the platform after 15 and 5 seconds. A sync
 * answers to no one, but the edge ends scheduled work after 15 minutes; what 10 minutes do not suffice for goes on in
 * the next run.
 */
export const TIME_LIMIT_MS: Readonly<Record<DispatchKind, number>> = {
  tool: 20_000,
  cardBackend: 15_000,
  trigger: 5_000,
  sync: 600_000,
};

/** The `receive` of a push source, in milliseconds: it only turns one body into rows, and its sender waits. */
export const RECEIVE_TIME_LIMIT_MS = 5_000;

/** How long before the end the handler's AbortSignal fires, in milliseconds, so that it can still answer by itself. */
const NOTICE_MS = 1_000;

/** Promise turns that work is given before its clock starts: a handler that waits for nothing outside needs no timer. */
const TURNS_WITHOUT_CLOCK = 6;

/** Stands for the result of work that did not end in time. */
export const TIMED_OUT: unique symbol = Symbol('timed out');

/** Tells a handler that its time is nearly over. The signal is made when it is first asked for: most never are. */
export class DeadlineSignal {
  /** When the time is up, in milliseconds since the epoch. */
  readonly endsAt: number;
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #isOver = false;

  constructor(endsAt: number) {
    this.endsAt = endsAt;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.#abort();
    }
    return this.#controller.signal;
  }

  give(reason: Error): void {
    this.#reason = reason;
    this.#abort();
  }

  /** The time is not nearly over any more: it is. */
  end(): void {
    this.#isOver = true;
  }

  /** Throws the reason once the time is over. */
  refuseWhenOver(): void {
    if (this.#isOver) {
      throw this.#reason;
    }
  }

  #abort(): void {
    if (this.#reason !== undefined) {
      this.#controller?.abort(this.#reason);
    }
  }
}

/** The clock of one invocation: of its handler, and of what the handler streams. */
export class Deadline {
  readonly ms: number;
  readonly notice: DeadlineSignal;
  #timeout: Promise<typeof TIMED_OUT> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param now when it begins, in milliseconds since the epoch */
  constructor(ms: number, now: number) {
    this.ms = ms;
    this.notice = new DeadlineSignal(now + ms);
  }

  /** The result of the work, or TIMED_OUT. What the work does afterwards is nobody's business any more. */
  async within<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (let turn = 0; turn < TURNS_WITHOUT_CLOCK && !isDone; turn++) {
      await undefined;
    }
    return isDone ? work : Promise.race([work, (this.#timeout ??= this.#start())]);
  }

  #start(): Promise<typeof TIMED_OUT> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(
        () => {
          this.#timer = setTimeout(
            () => {
              this.notice.end();
              resolve(TIMED_OUT);
            },
            Math.min(NOTICE_MS, this.ms),
          );
          this.notice.give(timeoutError(this.ms));
        },
        Math.max(0, this.ms - NOTICE_MS),
      );
    });
  }

  /** Stops the clock. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

function timeoutError(budgetMs: number): Error {
  const error = new Error(`the invocation's ${budgetMs / 1000} seconds are over, or nearly so`);
  error.name = 'TimeoutError';
  return error;
}
