/** GET /_svc/manifest of the app worker: the project's manifest, for the project's own tools. */
import type { AppRoute } from './route.ts';
export declare const projectManifest: AppRoute;
