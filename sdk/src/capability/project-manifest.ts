import type { AppDefinition } from '../declare/app.ts';
import { appManifest } from '../manifest/app-manifest.ts';
import { inEnvironment } from '../manifest/environment.ts';
import type { ProjectManifest } from '../manifest/manifest.ts';
import { SDK_VERSION } from '../manifest/version.ts';
import type { WorkerDefinition } from './worker.ts';

/**
 * Returns the manifest of a project: everything that it declares, as plain data. `svc build` and `svc deploy` read it.
 *
 * @param environment the environment whose options replace those of the app. Default: none
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
export function projectManifest(
  app: AppDefinition,
  workers: readonly WorkerDefinition[],
  environment = '',
): ProjectManifest {
  return {
    schemaVersion: 1,
    sdkVersion: SDK_VERSION,
    app: appManifest(inEnvironment(app, environment)),
    workers: workers.map((worker) => worker.manifest()),
  };
}
