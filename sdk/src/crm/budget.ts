import type { CrmBudget, CrmBudgetOptions } from '../context/crm-budget.ts';
import { inputOf, invalid } from '../platform/arguments.ts';
import { budgetOf } from './gate/budget.ts';
import type { BudgetArguments } from './gate/coordinator.ts';
import type { CoordinatorClient } from './gate/coordinator-client.ts';
import type { Pacer } from './gate/pacer.ts';
import { shown } from './path.ts';

/** The most calls that `budget` computes the wait of: a day's, on most tiers. */
const MAX_CALLS = 100_000;

/** How long to wait for the coordinator, in ms. */
const TIMEOUT_MS = 1_000;

/** Makes `ctx.crm.budget`. */
export function makeBudget(pacer: Pacer): (options?: CrmBudgetOptions) => Promise<CrmBudget> {
  const { stride = 1, clock } = pacer.options;
  return async (options = {}) => {
    const { calls = 1, search = false } = inputOf(options, '{ calls: 10 }');
    if (!(Number.isInteger(calls) && calls >= 1 && calls <= MAX_CALLS)) {
      throw invalid(`invalid calls ${shown(calls)}: expected a whole number from 1 to ${MAX_CALLS}`);
    }
    const family = search ? 'search' : 'general';
    const line = pacer.lineOf(family);
    const shared = pacer.client && (await sharedBudget(pacer.client, { family, stride, calls }));
    line.gate.share = pacer.client?.share ?? 1;
    return shared ?? budgetOf(line, stride, calls, clock.now());
  };
}

/** Asks the coordinator, if several isolates share the budget. Returns undefined if the isolate's own gate knows it. */
async function sharedBudget(
  client: CoordinatorClient,
  args: Omit<BudgetArguments, 'isolate' | 'settled'>,
): Promise<CrmBudget | undefined> {
  if ((await client.mode()) !== 'shared') {
    return undefined;
  }
  const { isolate } = client.state;
  try {
    return await client.withReports(TIMEOUT_MS, undefined, (settled) =>
      client.options.coordinator.budget({ isolate, ...args, settled }),
    );
  } catch {
    client.markUnreachable();
    return undefined;
  }
}
