/** The Retry-After header: seconds, or an HTTP date. */

/** Longest wait that is believed, in milliseconds: a daily pool is full again after a day. */
const LONGEST_MS = 86_400_000;

/**
 * Milliseconds to wait, at least 0; undefined when the header is missing or means nothing.
 * @param date the answer's own Date header: with it the CRM's clock is read, and ours may be wrong
 */
export function retryAfterMs(text: string | null, date: string | null, now: number): number | undefined {
  if (text === null) {
    return undefined;
  }
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) {
    return Math.min(Number(trimmed) * 1000, LONGEST_MS);
  }
  const until = Date.parse(trimmed);
  if (Number.isNaN(until) || !/[a-z]/i.test(trimmed)) {
    return undefined;
  }
  const sent = date === null ? NaN : Date.parse(date);
  return Math.min(Math.max(0, until - (Number.isNaN(sent) ? now : sent)), LONGEST_MS);
}
