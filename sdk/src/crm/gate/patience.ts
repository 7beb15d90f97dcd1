import type { RateLimitsManifest } from '../../manifest/manifest.ts';

/** How a client retries. */
type Retry = RateLimitsManifest['retry'];

/** Returns how long a call may wait, in ms. Infinity: as long as its surface has time. */
export function capOf(retry: Retry): number {
  return retry === false ? 0 : retry.capMs === 'surface' ? Infinity : retry.capMs;
}

/** Returns the pause before a retry, in ms, with jitter. `made`: the retries before it. */
export function backoffOf(retry: Exclude<Retry, false>, made: number, random: () => number): number {
  return (0.5 + random() / 2) * Math.min(capOf(retry), retry.baseMs * 2 ** made);
}
