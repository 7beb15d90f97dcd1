/** The time that a handler has. */

/** Workflow actions, in milliseconds (spec, Limits). */
export const ACTION_BUDGET_MS = 20_000;

/** Card backends, in milliseconds: the platform gives up on them then. */
export const CARD_BUDGET_MS = 15_000;

/** How long before the end the handler's AbortSignal fires, in milliseconds, so that it can still answer by itself. */
const NOTICE_MS = 1_000;

/** Stands for the result of a handler that did not end in time. */
export const TIMED_OUT: unique symbol = Symbol('timed out');

/** Runs a handler for at most `budgetMs`. What it does afterwards is nobody's business any more. */
export async function withinBudget<T>(budgetMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T | typeof TIMED_OUT> {
  const controller = new AbortController();
  let notice: ReturnType<typeof setTimeout> | undefined;
  let end: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    notice = setTimeout(() => controller.abort(timeoutError(budgetMs)), budgetMs - NOTICE_MS);
    end = setTimeout(() => resolve(TIMED_OUT), budgetMs);
  });
  try {
    return await Promise.race([run(controller.signal), timeout]);
  } finally {
    clearTimeout(notice);
    clearTimeout(end);
  }
}

function timeoutError(budgetMs: number): Error {
  const error = new Error(`the invocation's ${budgetMs / 1000} seconds are nearly over`);
  error.name = 'TimeoutError';
  return error;
}
