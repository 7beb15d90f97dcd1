/** POST /webhooks/crm/{trigger_id}: runs one trigger for a webhook delivery. */

import type { TriggerDefinition } from '../../capability/trigger.ts';
import { parseBody } from '../../platform/body.ts';
import { json } from '../../platform/errors.ts';
import { byPortal, readEvents } from '../deliveries/delivery.ts';
import { deliver } from '../dispatch/trigger-run.ts';
import type { Call } from '../request/route.ts';

export async function trigger(call: Call, capability: TriggerDefinition): Promise<Response> {
  const { request } = call;
  const events = readEvents(parseBody(request.headers, request.body));
  if (events.length === 0) {
    return json(200, { ok: true }); // the CRM repeats a delivery that is refused
  }
  const portals = [...byPortal(events).keys()];
  // The delivery is not split. Events of several portals have no portal in common.
  const portalId = portals.length === 1 ? (portals[0] ?? null) : null;
  return deliver(call, capability, portalId, events, request);
}
