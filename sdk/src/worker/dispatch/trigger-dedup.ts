/**
 * Duplicates of webhook deliveries are dropped: the platform delivers at least once. `strict` claims a delivery before
 * it runs and lets nobody else run it meanwhile; `best-effort` looks whether it has run, and two copies at once may.
 */

import type { Claimed, DeliveryName } from '../../actors/portal/deliveries.ts';
import type { TriggerDefinition } from '../../capability/trigger.ts';
import { TIME_LIMIT_MS } from '../../platform/deadline.ts';
import { HttpError, json } from '../../platform/errors.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** How long after its handler's time a delivery still counts as running, in milliseconds. */
const GRACE_MS = 30_000;

/** How long is waited for the actor that knows deliveries, in milliseconds: the platform gives up after 5 seconds. */
const ASKING_MS = 2_000;

/** When a delivery that could not be claimed should come again, in seconds. */
const RETRY_SECONDS = 10;

/**
 * Runs the delivery unless it has run: then it is answered 200. Throws an HttpError with 503 while another copy runs, and
 * where a strict trigger cannot claim.
 * @param run given the time that is left for the handler, in milliseconds
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
  const left = () => Math.max(1_000, TIME_LIMIT_MS.trigger - (host.now() - began));
  const name: DeliveryName = { worker: worker.worker.name, trigger: trigger.id, delivery };
  const ask = (method: string, more: object = {}) =>
    inTime(host.actor('PortalActor', portalId === null ? 'none' : String(portalId), method, { ...name, ...more }));
  if (trigger.dedup !== 'strict') {
    const isSeen = await ask('deliverySeen').catch(() => false); // it runs again rather than not at all
    return isSeen === true ? duplicate() : ended(run(left()), () => ask('deliveryDone', { since: began }));
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
  return ended(
    run(left()),
    () => ask('deliveryDone', { since: began }),
    () => ask('deliveryRelease', { claim }),
  );
}

async function claimOf(asked: Promise<unknown>): Promise<Claimed> {
  try {
    return (await asked) as Claimed;
  } catch {
    throw retryError(
      'dedup_unavailable',
      'it could not be found out whether the delivery has run; deliver it again',
      RETRY_SECONDS,
    );
  }
}

/** Notes that it has run, or that it has not. Neither changes the answer: what was not noted comes again. */
async function ended(
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

function retryError(code: 'delivery_running' | 'dedup_unavailable', message: string, seconds: number): HttpError {
  return new HttpError(code, message, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) });
}

async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ASKING_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
