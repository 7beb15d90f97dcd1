/** Waiting by a timer of one's own, which an abort ends too. */
import type { PaceClock } from './clock.ts';
/** Resolves after the time, when the signal aborts, or when it is woken. @param wakeable is given what wakes it, and `undefined` when it is awake */
export declare function sleep(clock: PaceClock, ms: number, signal: AbortSignal | undefined, wakeable?: (wake: (() => void) | undefined) => void): Promise<void>;
