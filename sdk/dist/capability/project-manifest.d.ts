/** The manifest of the whole project. */
import type { AppDefinition } from '../declare/app.ts';
import type { ProjectManifest } from '../manifest/manifest.ts';
import type { WorkerDefinition } from './worker.ts';
/** The manifest of a project: what `svc build` and `svc deploy` work on. Throws where `worker.manifest()` does. */
export declare function projectManifest(app: AppDefinition, workers: readonly WorkerDefinition[]): ProjectManifest;
