import { coded } from './coded.ts';
import type { DispatchKind } from './observation.ts';

/**
 * Time limit of each kind of capability, in ms. The CRM platform waits 20 s for a workflow action (spec, Limits), 15 s
 * for a card and 5 s for a webhook delivery. No caller waits for a sync, but the edge platform ends scheduled work
 * after 15 minutes. The next run continues a sync that needs more than 10 minutes.
 */
export const TIME_LIMIT_MS: Readonly<Record<DispatchKind, number>> = {
  tool: 20_000,
  cardBackend: 15_000,
  trigger: 5_000,
  sync: 600_000,
};

/** How long before the deadline the handler's AbortSignal fires, in ms, so that the handler can still respond. */
const NOTICE_MS = 1_000;

/** Promise turns before the timer starts. A handler that waits for nothing outside needs no timer. */
const TURNS_WITHOUT_CLOCK = 6;

/** The result of work that did not end in time. */
export const TIMED_OUT: unique symbol = Symbol('timed out');

/** Marks a timer of the runtime: the first argument after the delay. Only timers of handlers are counted. */
export { TIMED_OUT as OWN_TIMER };

/** Signals a handler that its deadline is near. Creates the AbortSignal on first use, since most handlers use none. */
export class DeadlineSignal {
  /** The deadline, in milliseconds since the epoch. */
  readonly endsAt: number;
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #isOver = false;

  constructor(endsAt: number) {
    this.endsAt = endsAt;
  }

  /** Fires when the time is nearly up. It is created on first use. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.#abort();
    }
    return this.#controller.signal;
  }

  /** Fires the signal. */
  give(reason: Error): void {
    this.#reason = reason;
    this.#abort();
  }

  /** Marks the deadline as passed. */
  end(): void {
    this.#isOver = true;
  }

  /** Throws the reason if the deadline has passed. */
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

/** The deadline of one invocation, which covers its handler and what the handler streams. */
export class Deadline {
  readonly ms: number;
  readonly deadlineSignal: DeadlineSignal;
  #timeout: Promise<typeof TIMED_OUT> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param now the start time, in milliseconds since the epoch */
  constructor(ms: number, now: number) {
    this.ms = ms;
    this.deadlineSignal = new DeadlineSignal(now + ms);
  }

  /** Returns the result of the work, or TIMED_OUT. A late result is ignored. */
  async within<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (let turn = 0; turn < TURNS_WITHOUT_CLOCK && !isDone; turn++) {
      await undefined;
    }
    return isDone ? await work : Promise.race([work, (this.#timeout ??= this.#start())]);
  }

  #start(): Promise<typeof TIMED_OUT> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(
        () => {
          this.#timer = setTimeout(
            () => {
              this.deadlineSignal.end();
              resolve(TIMED_OUT);
            },
            Math.min(NOTICE_MS, this.ms),
            TIMED_OUT, // as OWN_TIMER
          );
          this.deadlineSignal.give(timeoutError(this.ms));
        },
        this.ms - NOTICE_MS, // a negative time is 0
        TIMED_OUT, // as OWN_TIMER
      );
    });
  }

  /** Stops the timer. */
  end(): void {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
    }
  }
}

/**
 * Runs work within a time limit. Returns TIMED_OUT if it does not end in time.
 *
 * @param now the start time, in milliseconds since the epoch
 */
export async function withinLimit<T>(
  ms: number,
  now: number,
  work: (deadlineSignal: DeadlineSignal) => Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  const deadline = new Deadline(ms, now);
  try {
    return await deadline.within(work(deadline.deadlineSignal));
  } finally {
    deadline.end();
  }
}

function timeoutError(limitMs: number): Error {
  return coded('handler_timeout', `the invocation reached its time limit of ${limitMs / 1000} s`, {
    name: 'TimeoutError',
  });
}
