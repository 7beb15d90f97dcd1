/** The manifest of the app and of the whole project: every default of `defineApp` is filled in here. */
import type { AppManifest, ProjectManifest } from '../manifest.ts';
import type { AppDefinition } from './app.ts';
import type { WorkerDefinition } from './worker.ts';
/** The manifest of a project: what `svc build` and `svc deploy` work on. Throws where `worker.manifest()` does. */
export declare function projectManifest(app: AppDefinition, workers: readonly WorkerDefinition[]): ProjectManifest;
/** The manifest of an app. */
export declare function appManifest(app: AppDefinition): AppManifest;
