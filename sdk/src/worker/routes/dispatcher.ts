/**
 * POST /webhooks/crm, on the app worker: sends each webhook event to its triggers, in any worker. The platform has one
 * target URL per app. Each worker gets one call, since the edge limits a request's calls to other workers.
 */

import { parseBody } from '../../platform/body.ts';
import { RouteError, json } from '../../platform/errors.ts';
import { faultOf } from '../../protocol/answer-step.ts';
import type { Delivery, TriggerStepArguments, TriggerStepResult } from '../../protocol/deliveries.ts';
import { planDeliveries } from '../deliveries/deliveries.ts';
import { readEvents } from '../deliveries/delivery.ts';
import type { AppCall } from '../request/route.ts';

export async function dispatcher(call: AppCall): Promise<Response> {
  const events = readEvents(parseBody(call.request.headers, call.request.body));
  const { deliveries, ambiguous } = planDeliveries(call.manifest, events);
  if (ambiguous.length > 0) {
    warnAmbiguous(call, ambiguous);
  }
  const parts = [...deliveries];
  const failures = await Promise.all(parts.map(([worker, its]) => failuresOf(call, worker, its)));
  const failed = failures.reduce((sum, count) => sum + count, 0);
  if (failed > 0) {
    const message = `${failed} of the delivery's parts failed; see the logs of their workers`;
    throw new RouteError('delivery_failed', message, { failed });
  }
  return json(200, { ok: true, delivered: parts.reduce((sum, [, its]) => sum + its.length, 0) });
}

/** Returns the number of failed deliveries of a worker. If the call fails, it is reported and all count as failed. */
async function failuresOf({ host, url }: AppCall, worker: string, deliveries: readonly Delivery[]): Promise<number> {
  try {
    const args: TriggerStepArguments = { deliveries, url: url.href };
    const { failed } = (await host.worker(worker, 'trigger', args)) as TriggerStepResult;
    return failed;
  } catch (error) {
    host.observe(faultOf(error, worker));
    return deliveries.length;
  }
}

/** Warns that an event has an object type id, but several triggers match custom objects by name. */
function warnAmbiguous({ host }: AppCall, names: readonly string[]): void {
  const advice = 'use its type id in their eventType, such as 2-1234567.creation';
  host.log({
    at: host.now(),
    level: 'warn',
    message: `an event of a custom object matched triggers of ${names.join(' and ')}; ${advice}`,
    worker: 'app',
    capabilityId: 'webhooks/crm',
    kind: 'trigger',
    invocation: crypto.randomUUID(),
  });
}
