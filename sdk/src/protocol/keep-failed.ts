/** Keeps a copy of a delivery that failed with its install, so that it can be inspected and replayed. */

import type { AppDefinition } from '../declare/app.ts';
import { toHex, utf8 } from '../platform/bytes.ts';
import { TIMED_OUT, withinLimit } from '../platform/deadline.ts';
import { sha256 } from '../platform/hmac.ts';
import { outgoingText, outgoingValue } from '../platform/outgoing.ts';
import type { DeliveryTarget, FailedAttempt } from './failed-deliveries.ts';
import type { RequestContext } from './request-context.ts';

/** Retention of a copy, in days. */
const DEFAULT_DAYS = 7;

/** Longest retention, in days: that of poison rows. */
const MAX_DAYS = 30;

/** Longest content that is kept whole, in UTF-16 units of JSON. A copy and its sealed original fit a stored value. */
const MAX_KEPT = 131_072;

/** Kept length of longer content. */
const KEPT_START = 2_000;

/** Longest kept message. */
const MAX_MESSAGE = 500;

/** Time limit of the call to the actor, in ms. The sender waits for the answer meanwhile. */
const ACTOR_TIMEOUT_MS = 2_000;

/** A delivery to a trigger or push source. */
export interface Arrived extends Pick<DeliveryTarget, 'kind' | 'target'> {
  /** What identifies the delivery to its target, equal for all attempts. */
  readonly identity: string;
  readonly portalId: number | null;
  /** The events, or the body of a post. */
  readonly content: unknown;
}

/** How an attempt failed, and when it began. */
export type Failure = Pick<FailedAttempt, 'status' | 'error' | 'message' | 'begunAt'>;

/** Returns how long copies are kept, in ms. 0 keeps none. */
export function keptMs({ deliveries }: AppDefinition): number {
  return Math.min(Math.max(0, deliveries?.keepDays ?? DEFAULT_DAYS), MAX_DAYS) * 86_400_000;
}

/** Returns the id of a delivery to its target, under which its copy is kept. */
export async function deliveryKey({ worker }: RequestContext, { kind, target, identity }: Arrived): Promise<string> {
  const text = JSON.stringify([worker.worker.name, kind, target, identity]);
  return toHex(await sha256(utf8.encode(text))).slice(0, 24);
}

/** Keeps a copy with the install. Never rejects: the answer to the sender does not depend on it. */
export async function keepFailed(
  context: RequestContext,
  install: string,
  arrived: Arrived,
  failure: Failure,
): Promise<void> {
  const { app, worker } = context.worker;
  const { kind, target, portalId, content } = arrived;
  const text = JSON.stringify(content);
  const shown = outgoingValue(content, app.redaction?.fields);
  const isCut = text.length > MAX_KEPT;
  const attempt: FailedAttempt = {
    id: await deliveryKey(context, arrived),
    worker: worker.name,
    kind,
    target,
    portalId,
    ...failure,
    message: outgoingText(failure.message).slice(0, MAX_MESSAGE),
    size: text.length,
    content: isCut ? JSON.stringify(shown).slice(0, KEPT_START) : shown,
    original: isCut || JSON.stringify(shown) === text ? undefined : text,
    isCut,
    keptMs: keptMs(app),
  };
  await tell(context, install, 'deliveryFailed', attempt);
}

/** Deletes the copy of a delivery that was accepted. Never rejects. */
export async function forgetFailed(context: RequestContext, install: string, arrived: Arrived): Promise<void> {
  await tell(context, install, 'deliveryAccepted', { id: await deliveryKey(context, arrived) });
}

async function tell({ host }: RequestContext, install: string, method: string, args: object): Promise<void> {
  const call = () => host.actor('InstallActor', install, method, args);
  const answer = await withinLimit(ACTOR_TIMEOUT_MS, host.now(), call).catch((error: unknown) => error);
  if (answer === TIMED_OUT || answer instanceof Error) {
    const origin = { worker: 'runtime', capabilityId: null, kind: null, invocation: '' };
    const message = 'cannot update the copy of a failed delivery; the list of failed deliveries may be incomplete';
    host.log({ at: host.now(), level: 'warn', message, ...origin });
  }
}
