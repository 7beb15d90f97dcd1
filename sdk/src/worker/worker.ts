/** A user worker: the routes and steps of one worker's capabilities. Start here to see what it serves. */

import { projectName } from '../platform/env.ts';
import type { Bindings, EventContext } from '../platform/host.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import type { RequestContext, WorkerParts } from '../protocol/request-context.ts';
import type { Route } from './request/route.ts';
import { route } from './router.ts';
import { batchedAction } from './routes/batched-action.ts';
import { routeTo } from './routes/capability-routes.ts';
import { health } from './routes/health.ts';
import { invoke } from './routes/invoke.ts';
import { manifest } from './routes/manifest.ts';
import { pushSource } from './routes/push-source.ts';
import { workflowAction } from './routes/workflow-action.ts';
import { runStep } from './steps/steps.ts';
import { workerDefinitions } from './worker-definitions.ts';
import { guardConsole } from '../platform/outgoing.ts';
import { learnBindings } from '../platform/secrets.ts';

/** Every route of a user worker. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/_svc\/health$/, authentication: 'none', handle: health },
  { method: 'GET', path: /^\/_svc\/manifest$/, authentication: 'grant', handle: manifest },
  { method: 'POST', path: /^\/capabilities\/([^/]+)\/invoke$/, authentication: 'grant', handle: invoke },
  {
    method: 'POST',
    path: /^\/workflow-actions\/([^/]+)\/invoke$/,
    authentication: 'action-signature',
    handle: workflowAction,
  },
  {
    method: 'POST',
    path: /^\/workflow-actions\/([^/]+)\/batched\/invoke$/,
    authentication: 'action-signature',
    handle: batchedAction,
  },
  {
    method: 'POST',
    path: /^\/_svc\/cards\/([^/]+)$/,
    authentication: 'card-signature',
    handle: routeTo('cardBackends'),
  },
  {
    method: 'POST',
    path: /^\/webhooks\/crm\/([^/]+)$/,
    authentication: 'delivery-signature',
    handle: routeTo('triggers'),
  },
  { method: 'POST', path: /^\/webhooks\/([^/]+)$/, authentication: 'own', handle: pushSource },
  { method: 'POST', path: /^\/sync\/([^/]+)\/run$/, authentication: 'grant', handle: routeTo('syncs') },
];

/** Delays before reporting a tick again, in ms. Long enough for a deploy to finish. */
const TICK_RETRY_MS = [1_000, 5_000, 20_000];

/** One firing of a schedule. */
export interface CronTick {
  /** The deployed cron expression. */
  readonly cron: string;
  /** Milliseconds since the epoch. */
  readonly scheduledTime: number;
}

/** A worker for a host to serve. */
export interface ServedWorker {
  /** The worker's name. */
  readonly name: string;
  /** Answers a request. Never rejects. */
  fetch(request: Request, env: Bindings, eventContext: EventContext): Promise<Response>;
  /** Reports a tick to the project's actor, at least once. Rejects if all attempts fail. */
  scheduled(tick: CronTick, env: Bindings, eventContext: EventContext): Promise<void>;
  /** Runs one step for an actor or the app worker. Arguments and result are JSON text. Never rejects. */
  step(name: string, args: string, env: Bindings, eventContext: EventContext): Promise<string>;
}

/** Creates the worker that the generated entry of a script exports. */
export function createWorker(parts: WorkerParts): ServedWorker {
  const worker = workerDefinitions(parts);
  const contextOf = (env: Bindings, { host, waitUntil, basePath }: EventContext): RequestContext => {
    learnBindings(env);
    guardConsole();
    const requireV3 = Boolean(worker.app.requireV3);
    return { worker, profile: worker.profile, requireV3, env, host, waitUntil, basePath };
  };
  return {
    name: worker.worker.name,
    fetch: (request, env, eventContext) => route(ROUTES, contextOf(env, eventContext), request, worker.worker.name),
    async scheduled({ cron, scheduledTime }, env, { host }) {
      const args = { worker: worker.worker.name, cron, scheduledTime };
      const report = () => host.actor('ProjectActor', projectName(env), 'tick', args);
      // The platform does not retry: a lost tick is missed until the schedule's next time.
      for (const pause of TICK_RETRY_MS) {
        try {
          await report();
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
      await report();
    },
    step: (name, args, env, eventContext) =>
      answerStep(
        async () => runStep(contextOf(env, eventContext), name, JSON.parse(args)),
        (error) => eventContext.host.observe(faultOf(error, worker.worker.name)),
      ),
  };
}
