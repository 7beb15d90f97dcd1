/** The clock of gates. Injected, so that tests run in virtual time. */
export interface PaceClock {
  /** Returns the time, in ms. */
  now(): number;
  /** Calls `wake` after `ms` milliseconds, and returns the timer. */
  setTimeout(wake: () => void, ms: number): unknown;
  /** Cancels a timer. */
  clearTimeout?(timer: unknown): void;
}
