/** The rate budget of an app. */
import type { RateLimitsManifest } from '../manifest.ts';
import type { RateLimitOptions } from './app.ts';
/** The rate budget of an app, defaults filled in (spec, `rateLimits` shape and Client-side budget defaults). */
export declare function normalizeRateLimits(declared?: RateLimitOptions): RateLimitsManifest;
