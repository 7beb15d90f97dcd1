/** GET /_svc/health: the worker is up; nothing about the app, since nobody is asked who they are. */

import { json } from '../errors.ts';
import type { Route } from './route.ts';

export const health: Route = {
  method: 'GET',
  path: /^\/_svc\/health$/,
  authentication: 'none',
  handle: () => json(200, { ok: true }),
};
