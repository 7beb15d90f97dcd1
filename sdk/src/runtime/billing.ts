import { billingExtension } from '../worker/billing/billing-extension.ts';
import { makeBilling } from '../worker/billing/context.ts';
import { openGate } from '../worker/billing/gate.ts';

export { normalizeCapabilityBilling } from '../declare/billing.ts';

/** Adds `billing` blocks and `ctx.billing`. */
export function extend(): void {
  billingExtension.add({ makeBilling, openGate });
}
