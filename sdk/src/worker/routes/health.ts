/** GET /_svc/health: reports that the worker is up. It is public, so it reveals nothing about the app. */

import { json } from '../../platform/errors.ts';
import type { CommonRoute } from '../request/route.ts';

export const health: CommonRoute = {
  method: 'GET',
  path: /^\/_svc\/health$/,
  authentication: 'none',
  handle: () => json(200, { ok: true }),
};
