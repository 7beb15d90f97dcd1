/** POST /sync/{id}/run: the project's own tools run a sync by hand, for one install. Body: `{install?}`. */
import type { Route } from '../request/route.ts';
export declare const syncRun: Route;
