import { Extension } from '../platform/extension.ts';
import type { makeBudget } from './budget.ts';

/** What makes `ctx.crm.budget`. */
export const budgetExtension = /* @__PURE__ */ new Extension<typeof makeBudget>('ctx.crm.budget', 'budget');
