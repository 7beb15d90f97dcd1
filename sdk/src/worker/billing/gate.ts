/**
 * Enforces a capability's `billing` block. Before the handler runs, the install must have the required features and
 * quota on the meter. Usage is reserved first, and counted if the outcome is `ok`.
 */

import type { OpenArguments, OpenResult, SettleArguments } from '../../actors/install/billing.ts';
import type { Denial } from '../../actors/install/billing-plan.ts';
import { type NormalizedCapabilityBilling, normalizeCapabilityBilling } from '../../declare/billing.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { ask, billedInstall, isBilled } from './ask.ts';

/** Counts the reservation if `isDone` (the outcome was `ok`), else releases it. Called once. Never rejects. */
export type Settle = (isDone: boolean) => Promise<void>;

/** Maximum length of a delivery key, in UTF-16 units. The platform's keys have about 30. */
const MAX_KEY = 128;

/** Returns the outcome of a blocked dispatch, or its `Settle`. Undefined if no billing applies. */
export function openGate(job: Dispatch, invocation: Invocation): Promise<Outcome | Settle> | undefined {
  if (job.capability.billing === undefined || !isBilled(job.context)) {
    return undefined;
  }
  const billing = normalizeCapabilityBilling(job.capability.billing);
  const isFree = billing.meter === undefined && (billing.requires.length === 0 || billing.onLimit === 'allow');
  return isFree ? undefined : requestReservation(job, invocation, billing);
}

async function requestReservation(
  job: Dispatch,
  invocation: Invocation,
  billing: NormalizedCapabilityBilling,
): Promise<Outcome | Settle> {
  const { context, capability, deliveryKey = '' } = job;
  const { requires, meter, onLimit } = billing;
  const install = billedInstall(context, job.install);
  if (install === undefined) {
    const message = 'cannot bill an install: the delivery names no portal';
    return onLimit === 'block'
      ? blocked(job, billing, { reason: 'no_plan', message, features: requires, meter: null })
      : settleNothing;
  }
  const isDelivery = deliveryKey !== '' && deliveryKey.length <= MAX_KEY;
  const key = `${capability.kind}/${encodeURIComponent(capability.id)}/${isDelivery ? deliveryKey : invocation.id}`;
  const holder = invocation.id;
  const args: OpenArguments = { requires, meter, key, holder, isDelivery, isBlocking: onLimit === 'block' };
  let result: OpenResult;
  try {
    result = (await ask(context, install, 'billingOpen', args)) as OpenResult;
  } catch (error) {
    return unknown(invocation, onLimit, error);
  }
  const { denied, reservation } = result;
  if (denied !== undefined && onLimit === 'block') {
    return blocked(job, billing, denied);
  }
  if (denied !== undefined && onLimit === 'warn') {
    const { message, ...why } = denied;
    invocation.logger.warn(`not covered by billing: ${message}`, why);
  }
  return reservation === undefined
    ? settleNothing
    : (isDone) => settle(job, invocation, install, { reservation, holder, isDone });
}

async function settleNothing(): Promise<void> {}

async function settle(
  { context }: Dispatch,
  { logger }: Invocation,
  install: string,
  args: SettleArguments,
): Promise<void> {
  const attempt = () => ask(context, install, 'billingSettle', args);
  try {
    await attempt().catch(attempt); // idempotent
  } catch (error) {
    logger.error('cannot record the usage', { error: String(error) });
  }
}

/** Handles an unavailable actor: blocking capabilities are retried later, all others run. */
function unknown({ logger }: Invocation, onLimit: string, error: unknown): Outcome | Settle {
  const message = 'billing is unavailable';
  logger[onLimit === 'block' ? 'error' : 'warn'](message, { error: String(error) });
  return onLimit === 'block' ? { status: 'retry-later', message: `${message}; try again` } : settleNothing;
}

/** Returns the outcome of a blocked dispatch: details for tools and cards, `block` for the platform. */
function blocked(
  { surface, context }: Dispatch,
  { deniedMessage }: NormalizedCapabilityBilling,
  denied: Denial,
): Outcome {
  const { message: why, ...fields } = denied;
  const message = deniedMessage ?? why;
  if (surface !== 'invoke' && surface !== 'card' && surface !== 'sync') {
    return { status: 'block', message };
  }
  const upgradeUrl = context.worker.app.billing?.upgradeUrl;
  return { status: 'error', code: 'billing_gated', message, fields: { ...fields, upgradeUrl } };
}
