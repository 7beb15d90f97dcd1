/** GET /_svc/manifest: returns the worker's part of the project's manifest. */

import { projectName } from '../../platform/env.ts';
import { json } from '../../platform/errors.ts';
import type { Route } from '../request/route.ts';

export const manifest: Route = {
  method: 'GET',
  path: /^\/_svc\/manifest$/,
  authentication: 'grant',
  async handle({ worker, env, host }) {
    return json(
      200,
      await host.actor('ProjectActor', projectName(env), 'workerManifest', { worker: worker.worker.name }),
    );
  },
};
