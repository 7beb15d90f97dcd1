/** Returns the time of day of a time in ms, or in the form of ISO 8601, by the clock of the browser. */
export function timeOf(at: number | string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** Returns a time in UTC, to the second. */
export function utc(at: number | string): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
