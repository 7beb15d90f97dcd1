import type { AppDefinition } from '../declare/app.ts';
import type { ProjectManifest } from '../manifest/manifest.ts';
import type { WorkerDefinition } from './worker.ts';
/**
 * Returns the manifest of a project, which `svc build` and `svc deploy` work on.
 *
 * @throws {Error} when two capabilities of one kind share an id in a worker, or a field type is unknown
 * @example
 * import { defineApp, defineWorker, projectManifest } from '@svc/sdk';
 *
 * const app = defineApp({
 *   name: 'Invoice reminders',
 *   distribution: 'private',
 *   auth: 'static',
 *   platformVersion: '2026.03',
 *   scopes: ['crm.objects.contacts.read'],
 * });
 *
 * JSON.stringify(projectManifest(app, [defineWorker('main')]));
 */
export declare function projectManifest(app: AppDefinition, workers: readonly WorkerDefinition[]): ProjectManifest;
