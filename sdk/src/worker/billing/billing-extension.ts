import { Extension } from '../../platform/extension.ts';
import type { makeBilling } from './context.ts';
import type { openGate } from './gate.ts';

/** What enforces `billing` blocks and makes `ctx.billing`. */
export const billingExtension = /* @__PURE__ */ new Extension<{
  readonly makeBilling: typeof makeBilling;
  readonly openGate: typeof openGate;
}>('billing', 'billing');
