/**
 * The app worker serves what belongs to the whole app. It contains only SDK code, knows the app by its manifest, and
 * holds the actors and the keys.
 */

import { ACTORS } from '../actors/actors.ts';
import type { ActorTable } from '../actors/core/actor-part.ts';
import { openActor } from '../actors/core/open.ts';
import type { ActorClass, Bindings, EventContext } from '../platform/host.ts';
import { describeThrown } from '../platform/thrown.ts';
import type { AppParts, AppRequestContext } from '../protocol/request-context.ts';
import type { AppRoute } from './request/route.ts';
import { route } from './router.ts';
import { control } from './routes/control/control.ts';
import { dispatcher } from './routes/dispatcher.ts';
import { health } from './routes/health.ts';
import { oauthCallback } from './routes/oauth-callback.ts';
import { oauthStart } from './routes/oauth-start.ts';
import { projectManifest } from './routes/project-manifest.ts';
import { learnBindings } from '../platform/secrets.ts';

/** Every route of the app worker. */
export const ROUTES: readonly AppRoute[] = [
  { method: 'GET', path: /^\/_svc\/health$/, authentication: 'none', handle: health },
  { method: 'GET', path: /^\/_svc\/manifest$/, authentication: 'grant', handle: projectManifest },
  { method: 'GET', path: /^\/oauth-start$/, authentication: 'none', handle: oauthStart },
  { method: 'GET', path: /^\/oauth-callback$/, authentication: 'own', handle: oauthCallback },
  { method: 'POST', path: /^\/webhooks\/crm$/, authentication: 'delivery-signature', handle: dispatcher },
  ...control,
];

/** Name in reports of internal errors. */
const APP_WORKER = 'app';

/** An app worker for a host to serve. */
export interface ServedApp {
  readonly parts: AppParts;
  readonly actors: Readonly<Record<ActorClass, ActorTable>>;
  /** Opens an actor. Hosts use this copy, since it redacts the tokens that the app's own code has learned. */
  readonly openActor: typeof openActor;
  /** Describes an error of a host, redacted in the same way. */
  readonly describeThrown: typeof describeThrown;
  /** Answers a request. Never rejects. */
  fetch(request: Request, env: Bindings, eventContext: EventContext): Promise<Response>;
}

/** Creates the app worker of a project. */
export function createAppWorker(parts: AppParts): ServedApp {
  return {
    parts,
    actors: ACTORS,
    openActor,
    describeThrown,
    fetch(request, env, { host, waitUntil }) {
      learnBindings(env);
      const context: AppRequestContext = { ...parts, env, host, waitUntil };
      return route(ROUTES, context, request, APP_WORKER);
    },
  };
}
