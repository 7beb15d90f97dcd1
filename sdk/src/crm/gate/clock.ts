/** Time as gates know it: given from outside, so that all of it runs in virtual time too. */

/** Tells the time, and wakes. */
export interface PaceClock {
  /** Milliseconds. */
  now(): number;
  setTimeout(wake: () => void, ms: number): unknown;
  clearTimeout?(timer: unknown): void;
}
