/** GET /_svc/manifest: the worker's manifest, for the project's own tools. It is a part of the project's. */
import type { Route } from '../request/route.ts';
export declare const manifest: Route;
