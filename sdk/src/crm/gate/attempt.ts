import { coded } from '../../platform/coded.ts';
import type { PaceClock } from './clock.ts';

/** Default time limit of an attempt, in ms: half of the time of a workflow action, so that a second one fits. */
export const ATTEMPT_MS = 10_000;

/** Time limit of a probe, in ms. Shorter, since all calls of its portal wait for it. */
export const PROBE_MS = 3_000;

/** The options of `withinAttempt`. */
export interface AttemptLimit {
  readonly clock: PaceClock;
  readonly ms: number;
  /** Ends the attempt, too. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns the error of a call whose signal fired. The signal of an invocation has a reason with a code. That of a
 * handler's own signal is any value.
 */
function abortError({ reason }: AbortSignal): unknown {
  return reason?.code === 'handler_timeout'
    ? reason
    : coded('aborted', `the call was aborted: ${reason?.message ?? reason}`, { name: 'AbortError', cause: reason });
}

/** Throws if the signal has fired. */
export function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw abortError(signal);
  }
}

/** Makes an attempt, and rejects when its time is up or the signal aborts, even if the work ignores its own signal. */
export async function withinAttempt<T>(
  { clock, ms, signal }: AttemptLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const abort = () => controller.abort(abortError(signal as AbortSignal));
  const timer = clock.setTimeout(() => controller.abort(coded('timeout', `no response within ${ms / 1000} s`)), ms);
  signal?.addEventListener('abort', abort);
  try {
    if (signal?.aborted === true) {
      abort();
    }
    return await Promise.race([over, work(controller.signal)]);
  } finally {
    clock.clearTimeout?.(timer);
    signal?.removeEventListener('abort', abort);
  }
}
