/** Steps of user code, called by actors and the app worker. Each has a time limit and may be called twice. */

import { ActorError } from '../../protocol/actor.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { eventsStep } from './events-step.ts';
import type { Step } from './step.ts';
import { syncStep } from './sync-step.ts';
import { triggerStep } from './trigger-step.ts';

const STEPS: Readonly<Record<string, Step>> = { events: eventsStep, syncStep, trigger: triggerStep };

/** Runs a step by its name. */
export async function runStep(context: RequestContext, name: string, args: unknown): Promise<unknown> {
  const step = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step === undefined) {
    throw new ActorError('unknown_step', `the worker has no step ${JSON.stringify(name)}; deploy it again`);
  }
  return step(context, args);
}
