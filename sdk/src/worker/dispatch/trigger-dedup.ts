/**
 * Drops duplicate webhook deliveries, since the platform delivers at least once. `strict` claims a delivery before it
 * runs, which excludes other copies. `best-effort` only checks whether it has run, so concurrent copies both run.
 */

import type { Claimed, DeliveryName } from '../../actors/portal/deliveries.ts';
import type { TriggerDefinition } from '../../capability/trigger.ts';
import { TIME_LIMIT_MS, TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { RouteError, json } from '../../platform/errors.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** How long a claim outlasts the handler's time limit, in ms. */
const GRACE_MS = 30_000;

/** Time limit of a call to the actor, in ms. The platform's own limit for the whole delivery is 5 s. */
const ACTOR_TIMEOUT_MS = 2_000;

/** Retry-After of a delivery that could not be claimed, in seconds. */
const RETRY_SECONDS = 10;

/**
 * Runs the delivery, or responds with 200 if it has already run.
 * @param run receives the remaining time for the handler, in ms
 * @throws RouteError with 503 if another copy is running, or a strict trigger cannot claim the delivery
 */
export async function once(
  context: RequestContext,
  trigger: TriggerDefinition,
  portalId: number | null,
  delivery: string,
  run: (timeoutMs: number) => Promise<Response>,
): Promise<Response> {
  const { host, worker } = context;
  const began = host.now();
  const remainingMs = () => Math.max(1_000, TIME_LIMIT_MS.trigger - (host.now() - began));
  const name: DeliveryName = { worker: worker.worker.name, trigger: trigger.id, delivery };
  const ask = async (method: string, more: object = {}) => {
    const call = () => host.actor('PortalActor', String(portalId ?? 'none'), method, { ...name, ...more });
    const answer = await withinLimit(ACTOR_TIMEOUT_MS, host.now(), call);
    if (answer === TIMED_OUT) {
      throw new Error('no answer in time');
    }
    return answer;
  };
  if (trigger.dedup !== 'strict') {
    const isSeen = await ask('deliverySeen').catch(() => false); // running twice is better than not at all
    return isSeen === true ? duplicate() : finish(run(remainingMs()), () => ask('deliveryDone', { since: began }));
  }
  const claim = crypto.randomUUID();
  const claimed = await claimOf(ask('deliveryClaim', { claim, forMs: TIME_LIMIT_MS.trigger + GRACE_MS }));
  if (claimed.state === 'done') {
    return duplicate();
  }
  if (claimed.state === 'running') {
    const seconds = Math.max(1, Math.ceil(claimed.forMs / 1000));
    throw retryError('delivery_running', 'another copy of the delivery is running; deliver it again', seconds);
  }
  return finish(
    run(remainingMs()),
    () => ask('deliveryDone', { since: began }),
    () => ask('deliveryRelease', { claim }),
  );
}

async function claimOf(asked: Promise<unknown>): Promise<Claimed> {
  try {
    return (await asked) as Claimed;
  } catch {
    throw retryError('dedup_unavailable', 'cannot check whether the delivery has run; deliver it again', RETRY_SECONDS);
  }
}

/** Marks the delivery as done, or releases the claim. A failure to do so does not change the response. */
async function finish(
  answer: Promise<Response>,
  done: () => Promise<unknown>,
  release: () => Promise<unknown> = async () => undefined,
): Promise<Response> {
  try {
    const response = await answer;
    await (response.status < 400 ? done().catch(done) : release()).catch(() => undefined);
    return response;
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

const duplicate = () => json(200, { ok: true, duplicate: true });

function retryError(code: 'delivery_running' | 'dedup_unavailable', message: string, seconds: number): RouteError {
  return new RouteError(code, message, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) });
}
