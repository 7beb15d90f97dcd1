/** The manifest of the app and of the whole project: every default of `defineApp` is filled in here. */
import type { AppManifest, ProjectManifest, RateLimitsManifest } from '../manifest.ts';
import type { AppDefinition, RateLimitOptions } from './app.ts';
import type { WorkerDefinition } from './worker.ts';
/** The manifest of a project: what `svc build` and `svc deploy` work on. Throws where `worker.manifest()` does. */
export declare function projectManifest(app: AppDefinition, workers: readonly WorkerDefinition[]): ProjectManifest;
/** The rate budget of an app, defaults filled in (spec, `rateLimits` shape and Client-side budget defaults). */
export declare function normalizeRateLimits(declared?: RateLimitOptions): RateLimitsManifest;
/** The manifest of an app. */
export declare function appManifest(app: AppDefinition): AppManifest;
