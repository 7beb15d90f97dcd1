/** What an install may use: its billing snapshot, and the plan of the catalog that it names. Pure. */

import type { BillingCurrentState } from '../../context/billing.ts';
import type { AppBillingDeclaration } from '../../declare/billing.ts';
import type { Cycle } from './billing-period.ts';

/** What the project's billing says about an install; put by its control route. */
export interface BillingSnapshot extends Cycle {
  readonly plan: string;
  readonly status: BillingCurrentState['status'];
  /** Times are ISO 8601 in UTC. */
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** Grows with each change. */
  readonly version: number;
  /** Instead of the features of the plan. */
  readonly features?: readonly string[];
  /** Instead of the plan's limits of these meters; null is unlimited. */
  readonly limits?: Readonly<Record<string, number | null>>;
}

export interface Entitlement {
  /** Null: the install has none, and nothing that is sold is open to it. */
  readonly plan: string | null;
  readonly status: BillingSnapshot['status'];
  readonly features: readonly string[];
  /** Null: unlimited. */
  limit(meterId: string): number | null;
}

/**
 * What the install is entitled to. Without a snapshot it is on the default plan; without a plan it has nothing.
 * `trialing` and `past_due` keep all that the plan gives, until a snapshot says otherwise; `canceled` keeps it only on
 * a plan that is free.
 */
export function entitled(catalog: AppBillingDeclaration, snapshot: BillingSnapshot | undefined): Entitlement {
  const plan = catalog.plans.find(({ id, default: isDefault }) =>
    snapshot === undefined ? isDefault === true : id === snapshot.plan,
  );
  const status = snapshot?.status ?? 'active';
  if (status === 'canceled' && plan?.pricing.type !== 'free') {
    return { plan: plan?.id ?? null, status, features: [], limit: () => 0 };
  }
  const limits: Readonly<Record<string, number | null>> = { ...plan?.limits, ...snapshot?.limits };
  return {
    plan: plan?.id ?? null,
    status,
    features: snapshot?.features ?? plan?.features ?? [],
    limit: (meterId) => (Object.hasOwn(limits, meterId) ? (limits[meterId] ?? null) : plan === undefined ? 0 : null),
  };
}

/** Why a dispatch is not covered. */
export interface Denial {
  readonly reason: 'no_plan' | 'canceled' | 'missing_feature' | 'limit_reached';
  readonly message: string;
  /** Those that are missing. */
  readonly features: readonly string[];
  /** The one whose limit is reached. */
  readonly meter: string | null;
}

/** The denial of features that are required and not there; undefined when all are. */
export function lacking(requires: readonly string[], { plan, status, features }: Entitlement): Denial | undefined {
  const missing = requires.filter((feature) => !features.includes(feature));
  if (missing.length === 0) {
    return undefined;
  }
  return denial({ plan, status }, `the plan ${JSON.stringify(plan)} does not give ${missing.join(', ')}`, {
    reason: 'missing_feature',
    features: missing,
    meter: null,
  });
}

/** The denial of a meter that is full. */
export function full(meter: string, limit: number, { plan, status }: Entitlement): Denial {
  const message = `the meter ${JSON.stringify(meter)} has reached its limit of ${limit} for this period`;
  return denial({ plan, status }, message, { reason: 'limit_reached', features: [], meter });
}

function denial(
  { plan, status }: Pick<Entitlement, 'plan' | 'status'>,
  message: string,
  rest: Omit<Denial, 'message'>,
): Denial {
  if (plan === null) {
    return { ...rest, reason: 'no_plan', message: 'the install has no plan of the catalog' };
  }
  return status === 'canceled'
    ? { ...rest, reason: 'canceled', message: `the plan ${JSON.stringify(plan)} is canceled` }
    : { ...rest, message };
}
