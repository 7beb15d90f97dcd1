/** GET /_svc/health: reports that the worker is up. It is public, so it reveals nothing about the app. */

import { json } from '../../platform/errors.ts';

export function health(): Response {
  return json(200, { ok: true });
}
