/** The clock of gates. Injected, so that tests run in virtual time. */
export interface PaceClock {
  /** Returns the time, in ms. */
  now(): number;
  setTimeout(wake: () => void, ms: number): unknown;
  clearTimeout?(timer: unknown): void;
}
