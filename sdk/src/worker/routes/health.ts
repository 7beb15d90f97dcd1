/** GET /_svc/health: the worker is up; nothing about the app, since nobody is asked who they are. */

import { json } from '../../platform/errors.ts';
import type { CommonRoute } from '../request/route.ts';

export const health: CommonRoute = {
  method: 'GET',
  path: /^\/_svc\/health$/,
  authentication: 'none',
  handle: () => json(200, { ok: true }),
};
