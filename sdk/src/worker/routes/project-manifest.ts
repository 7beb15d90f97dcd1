/** GET /_svc/manifest of the app worker: returns the project's manifest. */

import { json } from '../../platform/errors.ts';
import type { AppCall } from '../request/route.ts';

export function projectManifest({ manifest }: AppCall): Response {
  return json(200, manifest);
}
