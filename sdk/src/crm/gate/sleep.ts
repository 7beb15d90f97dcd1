import type { PaceClock } from './clock.ts';

/**
 * Resolves after the time, when the signal aborts, or when it is woken.
 *
 * @param wakeable receives the function that wakes it, and `undefined` when it is awake
 */
export function sleep(
  clock: PaceClock,
  ms: number,
  signal: AbortSignal | undefined,
  wakeable?: (wake: (() => void) | undefined) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clock.clearTimeout?.(timer);
      signal?.removeEventListener('abort', wake);
      wakeable?.(undefined);
      resolve();
    };
    const timer = clock.setTimeout(wake, Math.ceil(ms));
    signal?.addEventListener('abort', wake);
    wakeable?.(wake);
  });
}
