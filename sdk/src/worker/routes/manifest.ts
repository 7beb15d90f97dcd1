/** GET /_svc/manifest: returns the worker's part of the project's manifest. */

import { projectName } from '../../platform/env.ts';
import { json } from '../../platform/errors.ts';
import type { Call } from '../request/route.ts';

export async function manifest({ worker, env, host }: Call): Promise<Response> {
  return json(
    200,
    await host.actor('ProjectActor', projectName(env), 'workerManifest', { worker: worker.worker.name }),
  );
}
