import type { RateLimitOptions } from '../declare/app.ts';
import type { RateLimitsManifest } from './manifest.ts';
/** Fills in the defaults of a rate budget (spec: `rateLimits` shape, Client-side budget defaults). */
export declare function normalizeRateLimits(declared?: RateLimitOptions): RateLimitsManifest;
