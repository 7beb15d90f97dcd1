/**
 * /_svc/control/deliveries: lists, shows and replays deliveries that failed: webhook deliveries to triggers, and posts
 * to push sources.
 *
 * `install`, in the query or body, is the id of the install's portal. It is optional with static auth.
 */

import { parseObject } from '../../../platform/body.ts';
import { RouteError, json } from '../../../platform/errors.ts';
import { outgoingText, outgoingValue } from '../../../platform/outgoing.ts';
import { isActorError } from '../../../protocol/actor.ts';
import type { TriggerStepArguments, TriggerStepResult } from '../../../protocol/deliveries.ts';
import type {
  DeliveredEvents,
  FailedDelivery,
  PostedStepArguments,
  PostedStepResult,
  ReplayedDelivery,
} from '../../../protocol/failed-deliveries.ts';
import { withCodes } from '../../request/actor-errors.ts';
import type { AppCall } from '../../request/route.ts';
import { installNamed, installOfQuery, pageOf } from './query.ts';

/** GET /_svc/control/deliveries?install=&after=&limit= -> {ok, install, deliveries, next?}, without contents */
export async function listDeliveries(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const page = (await pageOf(call, install, 'failedList', {})) as DeliveryPage;
  return json(200, { ok: true, install, ...page, deliveries: page.deliveries.map(shown) });
}

interface DeliveryPage {
  readonly deliveries: readonly FailedDelivery[];
  readonly next?: string;
}

/** Redacts the message again: the app worker knows other secrets than the worker that kept it. */
function shown<Delivery extends { readonly message: string }>(delivery: Delivery): Delivery {
  return { ...delivery, message: outgoingText(delivery.message) };
}

/** GET /_svc/control/deliveries/{id}?install= -> {ok, install, delivery}, with its redacted content */
export async function showDelivery(call: AppCall): Promise<Response> {
  const install = await installOfQuery(call);
  const found = await call.host.actor('InstallActor', install, 'failedShow', { id: call.id });
  const delivery = known(call, install, found as (FailedDelivery & { readonly content: unknown }) | null);
  const content = outgoingValue(delivery.content, call.manifest.app.redaction.fields);
  return json(200, { ok: true, install, delivery: { ...shown(delivery), content } });
}

/**
 * POST /_svc/control/deliveries/{id}/replay: `{install?}` -> {ok, install, id, accepted}. Runs it under its identity,
 * so that a delivery which was accepted meanwhile does not run again.
 */
export async function replayDelivery(call: AppCall): Promise<Response> {
  const { host, id, request } = call;
  const install = await installNamed(call, parseObject(request.headers, request.body)['install']);
  const delivery = known(call, install, await contentOf(call, install));
  const accepted = await withCodes(replayed(call, install, delivery), 'unknown_capability');
  if (accepted === true) {
    await host.actor('InstallActor', install, 'deliveryAccepted', { id });
  }
  return json(200, { ok: true, install, id, accepted });
}

function known<T>({ id }: AppCall, install: string, found: T | null): T {
  if (found === null) {
    throw new RouteError('unknown_delivery', `the install ${install} has no failed delivery ${JSON.stringify(id)}`);
  }
  return found;
}

async function contentOf({ host, id }: AppCall, install: string): Promise<ReplayedDelivery | null> {
  try {
    const found = host.actor('InstallActor', install, 'failedContent', { id });
    return (await withCodes(found, 'limit_reached', 'not_configured')) as ReplayedDelivery | null;
  } catch (error) {
    throw isActorError(error) && error.code === 'sealed_wrong'
      ? new RouteError('not_configured', error.message)
      : error;
  }
}

/** Returns whether the trigger or source accepted the delivery. */
async function replayed({ host, url }: AppCall, install: string, delivery: ReplayedDelivery): Promise<boolean> {
  const { worker, kind, target, portalId, content } = delivery;
  if (kind === 'trigger') {
    const events = content as DeliveredEvents;
    const args: TriggerStepArguments = {
      deliveries: [{ trigger: target, portalId, events }],
      url: new URL('/webhooks/crm', url).href,
    };
    return ((await host.worker(worker, 'trigger', args)) as TriggerStepResult).failed === 0;
  }
  const args: PostedStepArguments = { source: target, install, event: content };
  return ((await host.worker(worker, 'posted', args)) as PostedStepResult).status < 400;
}
