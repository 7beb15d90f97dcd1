/** POST /webhooks/crm/{trigger_id}: runs one trigger for a webhook delivery. */

import { parseBody } from '../../platform/body.ts';
import { json } from '../../platform/errors.ts';
import { byPortal, readEvents } from '../deliveries/delivery.ts';
import { triggerExtension } from '../dispatch/trigger-extension.ts';
import { capabilityOf } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

export async function trigger(call: Call): Promise<Response> {
  const { worker, request, id } = call;
  const capability = capabilityOf(worker, 'triggers', id);
  const events = readEvents(parseBody(request.headers, request.body));
  if (events.length === 0) {
    return json(200, { ok: true }); // the CRM repeats a delivery that is refused
  }
  const portals = [...byPortal(events).keys()];
  // The delivery is not split. Events of several portals have no portal in common.
  const portalId = portals.length === 1 ? (portals[0] ?? null) : null;
  return triggerExtension.part(call, capability, portalId, events, request);
}
