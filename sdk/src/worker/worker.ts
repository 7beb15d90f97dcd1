/** A user worker: the routes and steps of one worker's capabilities. Start here for what a deployed worker can be asked. */

import { projectName } from '../platform/env.ts';
import type { Bindings, EventContext } from '../platform/host.ts';
import { answerStep, faultOf } from '../protocol/answer-step.ts';
import type { RequestContext, WorkerParts } from '../protocol/request-context.ts';
import type { Route } from './request/route.ts';
import { route } from './router.ts';
import { batchedAction } from './routes/batched-action.ts';
import { card } from './routes/card.ts';
import { health } from './routes/health.ts';
import { invoke } from './routes/invoke.ts';
import { manifest } from './routes/manifest.ts';
import { pushSource } from './routes/push-source.ts';
import { syncRun } from './routes/sync-run.ts';
import { trigger } from './routes/trigger.ts';
import { workflowAction } from './routes/workflow-action.ts';
import { runStep } from './steps/steps.ts';
import { workerDefinitions } from './worker-definitions.ts';

/** Every route of a user worker. */
const ROUTES: readonly Route[] = [
  health,
  manifest,
  invoke,
  workflowAction,
  batchedAction,
  card,
  trigger,
  pushSource,
  syncRun,
];

/** How long to wait before a schedule that could not be told is told again, in milliseconds: a deploy takes that long. */
const TELL_PAUSES_MS = [1_000, 5_000, 20_000];

/** When a schedule of the worker is due. */
export interface CronTick {
  /** The cron expression as it was deployed. */
  readonly cron: string;
  /** Milliseconds since the epoch. */
  readonly scheduledTime: number;
}

/** A worker that a host can serve. */
export interface ServedWorker {
  /** The worker's name. */
  readonly name: string;
  /** Answers a request; never rejects. */
  fetch(request: Request, env: Bindings, eventContext: EventContext): Promise<Response>;
  /** Tells the project that a schedule is due: one call, which may come twice. Rejects when it could not be told. */
  scheduled(tick: CronTick, env: Bindings, eventContext: EventContext): Promise<void>;
  /** Runs one step that an actor or the app worker asks for. Arguments and answer are JSON text; never rejects. */
  step(name: string, args: string, env: Bindings, eventContext: EventContext): Promise<string>;
}

/** Makes the worker that a generated entry exports by default. */
export function createWorker(parts: WorkerParts): ServedWorker {
  const worker = workerDefinitions(parts);
  const contextOf = (env: Bindings, { host, waitUntil }: EventContext): RequestContext => ({
    worker,
    profile: worker.profile,
    env,
    host,
    waitUntil,
  });
  return {
    name: worker.worker.name,
    fetch: (request, env, eventContext) => route(ROUTES, contextOf(env, eventContext), request, worker.worker.name),
    async scheduled({ cron, scheduledTime }, env, { host }) {
      const args = { worker: worker.worker.name, cron, scheduledTime };
      const tell = () => host.actor('ProjectActor', projectName(env), 'tick', args);
      // Nobody comes again for a schedule that could not be told, until it is due the next time.
      for (const pause of TELL_PAUSES_MS) {
        try {
          await tell();
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
      await tell();
    },
    step: (name, args, env, eventContext) =>
      answerStep(
        async () => runStep(contextOf(env, eventContext), name, JSON.parse(args)),
        (error) => eventContext.host.observe(faultOf(error, worker.worker.name)),
      ),
  };
}
