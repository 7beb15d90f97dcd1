/** Runs a trigger for one delivery, from the trigger's route or from the dispatcher. */

import type { TriggerDefinition } from '../../capability/trigger.ts';
import type { WebhookEvent } from '../../context/handler.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { unboundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { NO_OBJECT } from '../context/context.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { keptIfFailed } from '../deliveries/failed-trigger.ts';
import { dispatch } from './dispatch.ts';
import { makeHandOffApi } from './hand-off-api.ts';
import { once } from './trigger-dedup.ts';

/** Runs a trigger for one delivery. The install is unbound, since a delivery names only a portal. */
export async function deliver(
  context: RequestContext,
  trigger: TriggerDefinition,
  portalId: number | null,
  events: readonly WebhookEvent[],
  request: RawRequest,
): Promise<Response> {
  const deliveryId = await deliveryIdOf(events);
  return once(context, trigger, portalId, deliveryId, (timeoutMs) =>
    keptIfFailed(context, { trigger: trigger.id, portalId, deliveryId, events }, async () =>
      dispatch({
        context,
        capability: trigger,
        surface: 'trigger',
        input: { triggerId: trigger.id, deliveryId, events },
        deliveryKey: deliveryId,
        request,
        install: unboundInstall(portalId),
        enrolledObject: NO_OBJECT,
        members: makeHandOffApi(context, request, context.host.now() + timeoutMs),
        timeoutMs,
      }),
    ),
  );
}
