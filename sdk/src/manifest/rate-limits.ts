import type { RateLimitOptions } from '../declare/app.ts';
import type { RateLimitsManifest } from './manifest.ts';

/** Fills in the defaults of a rate budget (spec: `rateLimits` shape, Client-side budget defaults). */
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
    // Only `false` turns metrics off: `{ enabled: false }` turns them on (spec: `rateLimits` shape).
    metrics: metrics !== undefined && metrics !== false,
  };
}
