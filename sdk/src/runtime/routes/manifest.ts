/** GET /_svc/manifest: the worker's manifest, for the project's own tools. */

import { json } from '../errors.ts';
import type { Route } from './route.ts';

export const manifest: Route = {
  method: 'GET',
  path: /^\/_svc\/manifest$/,
  authentication: 'grant',
  handle: ({ site }) => json(200, site.worker.manifest()),
};
