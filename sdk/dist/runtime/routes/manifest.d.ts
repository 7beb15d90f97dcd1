/** GET /_svc/manifest: the worker's manifest, for the project's own tools. */
import type { Route } from './route.ts';
export declare const manifest: Route;
