/** The step of the dispatcher: what it has for the triggers of this worker. */

import { ActorError } from '../../actors/actor.ts';
import { type Delivery } from '../deliveries.ts';
import { perform, endInvocation } from '../dispatch.ts';
import { Invocation } from '../invocation.ts';
import type { Place } from '../site.ts';
import { deliveryTo } from '../trigger-run.ts';
import type { Step } from './step.ts';
import { stepRequest } from './step-request.ts';

export interface TriggerStepArguments {
  readonly deliveries: readonly Delivery[];
  /** The URL that the platform posted to. */
  readonly url: string;
}

export interface TriggerStepResult {
  /** How many deliveries the platform has to make again. */
  readonly failed: number;
}

/** How many deliveries run side by side: each calls the CRM on its own. */
const DELIVERIES_AT_ONCE = 10;

export const triggerStep: Step = async (place, args): Promise<TriggerStepResult> => {
  const { deliveries, url } = args as TriggerStepArguments;
  const left = [...deliveries];
  let failed = 0;
  const work = async () => {
    for (let delivery = left.shift(); delivery !== undefined; delivery = left.shift()) {
      if (await hasFailed(place, delivery, url)) {
        failed += 1; // read after the wait: others have counted meanwhile
      }
    }
  };
  await Promise.all(Array.from({ length: DELIVERIES_AT_ONCE }, work));
  return { failed };
};

async function hasFailed(place: Place, { trigger, portalId, events }: Delivery, url: string): Promise<boolean> {
  const capability = place.site.triggers.get(trigger);
  if (capability === undefined) {
    const message = `the worker has no trigger ${JSON.stringify(trigger)}; deploy it and the app worker again`;
    throw new ActorError('unknown_capability', message);
  }
  const job = await deliveryTo(place, capability, portalId, events, stepRequest(url, events));
  const invocation = new Invocation(job);
  const performed = await perform(job, invocation);
  endInvocation(invocation, performed);
  return performed.httpStatus >= 400;
}
