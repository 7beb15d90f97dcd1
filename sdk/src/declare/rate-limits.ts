/** The rate budget of an app. */

import type { RateLimitsManifest } from '../manifest.ts';
import type { RateLimitOptions } from './app.ts';

/** The rate budget of an app, defaults filled in (spec, `rateLimits` shape and Client-side budget defaults). */
export function normalizeRateLimits(declared: RateLimitOptions = {}): RateLimitsManifest {
  const { retry, bucket, metrics } = declared;
  return {
    retry:
      retry === false ? false : { max: retry?.max ?? 5, baseMs: retry?.baseMs ?? 200, capMs: retry?.capMs ?? 10_000 },
    bucket: {
      capacity: bucket?.capacity ?? 100,
      refillPerSecond: bucket?.refillPerSecond ?? 10,
      searchCapacity: bucket?.searchCapacity ?? 4,
      searchRefillPerSecond: bucket?.searchRefillPerSecond ?? 4,
      requestedTokensPerCall: bucket?.requestedTokensPerCall ?? 1,
      adaptive: bucket?.adaptive ?? false,
    },
    // `{ enabled: false }` still enables metrics: only `false` turns them off.
    metrics: metrics !== undefined && metrics !== false,
  };
}
