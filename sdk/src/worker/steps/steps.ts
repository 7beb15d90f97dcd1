/** Steps of user code, called by actors and the app worker. Each has a time limit and may be called twice. */

import { ActorError } from '../../protocol/actor.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { STEPS } from './step-extensions.ts';

/** Runs a step by its name. */
export async function runStep(context: RequestContext, name: string, args: unknown): Promise<unknown> {
  const isKnown = Object.hasOwn(STEPS, name);
  const step = isKnown ? STEPS[name as keyof typeof STEPS].found : undefined;
  if (step === undefined) {
    // Without the extension, the worker has no capability of that kind any more.
    const message = `the worker has no step ${JSON.stringify(name)}; deploy it again`;
    throw new ActorError(isKnown ? 'unknown_capability' : 'unknown_step', message);
  }
  return step(context, args);
}
