/** The time that a handler has. */

/** Workflow actions, in milliseconds (spec, Limits). */
export const ACTION_BUDGET_MS = 20_000;

/** Card backends, in milliseconds: the platform gives up on them then. */
export const CARD_BUDGET_MS = 15_000;

/** How long before the end the handler's AbortSignal fires, in milliseconds, so that it can still answer by itself. */
const NOTICE_MS = 1_000;

/** Stands for the result of a handler that did not end in time. */
export const TIMED_OUT: unique symbol = Symbol('timed out');

/** Tells a handler that its time is nearly over. The signal is made when it is first asked for: most never are. */
export class Notice {
  #controller: AbortController | undefined;
  #reason: Error | undefined;

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

  #abort(): void {
    if (this.#reason !== undefined) {
      this.#controller?.abort(this.#reason);
    }
  }
}

/** Runs a handler for at most `budgetMs`. What it does afterwards is nobody's business any more. */
export async function withinBudget<T>(
  budgetMs: number,
  run: (notice: Notice) => Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  const notice = new Notice();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => resolve(TIMED_OUT), NOTICE_MS);
      notice.give(timeoutError(budgetMs));
    }, budgetMs - NOTICE_MS);
  });
  try {
    return await Promise.race([run(notice), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function timeoutError(budgetMs: number): Error {
  const error = new Error(`the invocation's ${budgetMs / 1000} seconds are nearly over`);
  error.name = 'TimeoutError';
  return error;
}
