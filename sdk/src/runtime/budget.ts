import { makeBudget } from '../crm/budget.ts';
import { budgetExtension } from '../crm/budget-extension.ts';

/** Adds `ctx.crm.budget`. */
export function extend(): void {
  budgetExtension.add(makeBudget);
}
