/** GET /_svc/manifest of the app worker: returns the project's manifest. */

import { json } from '../../platform/errors.ts';
import type { AppRoute } from '../request/route.ts';

export const projectManifest: AppRoute = {
  method: 'GET',
  path: /^\/_svc\/manifest$/,
  authentication: 'grant',
  handle: ({ manifest }) => json(200, manifest),
};
