/** Longest wait that is accepted, in ms. A daily quota is full again after a day. */
const LONGEST_MS = 86_400_000;

/**
 * Reads the Retry-After header, in seconds or as an HTTP date. Returns ms from now, at least 0, or undefined if the
 * header is missing or malformed.
 *
 * @param date the Date header of the same response. A Retry-After date is relative to it, so that our clock may be
 * wrong
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
