/** Runs the dispatcher's deliveries to the triggers of this worker. */

import type { TriggerDefinition } from '../../capability/trigger.ts';
import { RouteError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/lanes.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { Delivery, TriggerStepArguments, TriggerStepResult } from '../../protocol/deliveries.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Step } from '../../protocol/step.ts';
import { deliver } from '../dispatch/trigger-run.ts';
import { stepRequest } from './step.ts';

/** Maximum number of concurrent deliveries. Each makes its own CRM calls. */
const DELIVERIES_AT_ONCE = 10;

export const triggerStep: Step = async (context, args): Promise<TriggerStepResult> => {
  const { deliveries, url } = args as TriggerStepArguments;
  // Look up all triggers first: an unknown one must not interrupt running deliveries.
  const work = deliveries.map((delivery) => ({ delivery, trigger: triggerOf(context, delivery) }));
  let failed = 0;
  await inLanes(DELIVERIES_AT_ONCE, work, async ({ delivery, trigger }) => {
    if (await hasFailed(context, trigger, delivery, url)) {
      failed += 1; // read after the await: concurrent deliveries count too
    }
  });
  return { failed };
};

function triggerOf({ worker }: RequestContext, { trigger }: Delivery): TriggerDefinition {
  const found = worker.triggers.get(trigger);
  if (found === undefined) {
    const message = `the worker has no trigger ${JSON.stringify(trigger)}; deploy it and the app worker again`;
    throw new ActorError('unknown_capability', message);
  }
  return found;
}

async function hasFailed(
  context: RequestContext,
  trigger: TriggerDefinition,
  { portalId, events }: Delivery,
  url: string,
): Promise<boolean> {
  try {
    const { status } = await deliver(context, trigger, portalId, events, stepRequest(url, events));
    return status >= 400;
  } catch (error) {
    if (error instanceof RouteError) {
      return true;
    }
    throw error;
  }
}
