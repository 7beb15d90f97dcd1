import type { BillingCurrentState } from '../../context/billing.ts';
import type { AppBillingDeclaration } from '../../declare/billing.ts';
import type { Cycle } from './billing-period.ts';

/** The billing state of an install, set by the control route. */
export interface BillingSnapshot extends Cycle {
  readonly plan: string;
  readonly status: BillingCurrentState['status'];
  /** ISO 8601 in UTC. */
  readonly periodStart: string | null;
  /** ISO 8601 in UTC. */
  readonly periodEnd: string | null;
  /** Grows with each change. */
  readonly version: number;
  /** Replaces the features of the plan. */
  readonly features?: readonly string[];
  /** Replaces the plan's limits of these meters. Null is unlimited. */
  readonly limits?: Readonly<Record<string, number | null>>;
}

export interface Entitlement {
  /** Null if the install has no plan, and so no entitlements. */
  readonly plan: string | null;
  readonly status: BillingSnapshot['status'];
  readonly features: readonly string[];
  /** Returns the meter's limit. Null is unlimited. */
  limit(meterId: string): number | null;
}

/**
 * Returns what the install is entitled to. Without a snapshot it has the default plan, and without a plan nothing.
 * `trialing` and `past_due` keep the plan's entitlements. `canceled` keeps them only on a free plan.
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

/** Why a dispatch is denied. */
export interface Denial {
  readonly reason: 'no_plan' | 'canceled' | 'missing_feature' | 'limit_reached';
  readonly message: string;
  /** The missing features. */
  readonly features: readonly string[];
  /** The meter whose limit is reached. */
  readonly meter: string | null;
}

/** Returns the denial for missing features, or undefined if none is missing. */
export function missingFeatures(
  requires: readonly string[],
  { plan, status, features }: Entitlement,
): Denial | undefined {
  const missing = requires.filter((feature) => !features.includes(feature));
  if (missing.length === 0) {
    return undefined;
  }
  return denial({ plan, status }, `the plan ${JSON.stringify(plan)} does not include ${missing.join(', ')}`, {
    reason: 'missing_feature',
    features: missing,
    meter: null,
  });
}

/** Returns the denial for a meter whose limit is reached. */
export function limitReached(meter: string, limit: number, { plan, status }: Entitlement): Denial {
  const message = `the meter ${JSON.stringify(meter)} has reached its limit of ${limit} for this period`;
  return denial({ plan, status }, message, { reason: 'limit_reached', features: [], meter });
}

function denial(
  { plan, status }: Pick<Entitlement, 'plan' | 'status'>,
  message: string,
  rest: Omit<Denial, 'message'>,
): Denial {
  if (plan === null) {
    return { ...rest, reason: 'no_plan', message: 'the install has no plan from the catalog' };
  }
  return status === 'canceled'
    ? { ...rest, reason: 'canceled', message: `the plan ${JSON.stringify(plan)} is canceled` }
    : { ...rest, message };
}
