/** Keeps copies of webhook deliveries that a trigger did not accept. */

import type { WebhookEvent } from '../../context/handler.ts';
import { STATIC_INSTALL } from '../../protocol/install.ts';
import { type Arrived, forgetFailed, keepFailed, keptMs } from '../../protocol/keep-failed.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** One delivery to a trigger. */
export interface TriggerDelivery {
  readonly trigger: string;
  readonly portalId: number | null;
  readonly deliveryId: string;
  readonly events: readonly WebhookEvent[];
}

/** Runs the delivery, and keeps a copy of it if it is not accepted. A repeated delivery that is accepted drops it. */
export async function keptIfFailed(
  context: RequestContext,
  { trigger, portalId, deliveryId, events }: TriggerDelivery,
  run: () => Promise<Response>,
): Promise<Response> {
  const isStatic = context.worker.app.auth === 'static';
  const install = isStatic ? STATIC_INSTALL : portalId === null ? undefined : String(portalId);
  if (install === undefined || keptMs(context.worker.app) === 0) {
    return run();
  }
  const arrived: Arrived = { kind: 'trigger', target: trigger, identity: deliveryId, portalId, content: events };
  const begunAt = context.host.now();
  let response: Response;
  try {
    response = await run();
  } catch (thrown) {
    const failure = { status: 500, error: 'internal_error', message: String(thrown), begunAt };
    await keepFailed(context, install, arrived, failure);
    throw thrown;
  }
  const { status } = response;
  if (status >= 400) {
    const { error, message } = (await response.clone().json()) as { readonly error: string; readonly message: string };
    await keepFailed(context, install, arrived, { status, error, message, begunAt });
  } else if (events.some(({ attemptNumber }) => Number(attemptNumber) > 0)) {
    await forgetFailed(context, install, arrived);
  }
  return response;
}
