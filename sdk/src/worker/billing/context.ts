/** `ctx.billing`, served by the install's actor, which validates the arguments. */

import type { BillingView, RecordArguments } from '../../actors/install/billing.ts';
import type { BillingContext, BillingCurrentState } from '../../context/billing.ts';
import { coded } from '../../platform/coded.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { ask, billedInstall, isBilled } from './ask.ts';

/** Returns `ctx.billing`, or undefined if billing does not apply. */
export function makeBilling(context: RequestContext, install: BoundInstall): BillingContext | undefined {
  if (!isBilled(context)) {
    return undefined;
  }
  async function call(method: string, args: unknown): Promise<unknown> {
    const name = billedInstall(context, install);
    if (name === undefined) {
      throw coded('no_install', 'ctx.billing needs an install, but the webhook delivery names no portal');
    }
    return ask(context, name, method, args);
  }
  const record = async (args: Partial<RecordArguments>) => void (await call('billingRecord', args));
  return {
    recordUsage: (meter, quantity, options) => record({ kind: 'usage', meter, quantity, key: options?.idempotencyKey }),
    recordCredit: (meter, quantity, options) =>
      record({ kind: 'credit', meter, quantity, key: options?.idempotencyKey, reason: options?.reason }),
    current: async () => currentState((await call('billingView', null)) as BillingView),
    upgradeUrl: () => context.worker.app.billing?.upgradeUrl,
  };
}

function currentState({ plan, status, features, meters }: BillingView): BillingCurrentState {
  const meterOf = (id: string) => {
    const meter = Object.hasOwn(meters, id) ? meters[id] : undefined;
    if (meter === undefined) {
      throw coded(
        'invalid_input',
        `unknown meter ${JSON.stringify(id)}: expected one of ${Object.keys(meters).join(', ') || 'none'}`,
      );
    }
    return meter;
  };
  return {
    plan: plan ?? '',
    status,
    has: (feature) => features.includes(feature),
    limit: (id) => meterOf(id).limit,
    usage: (id) => meterOf(id).used,
  };
}
