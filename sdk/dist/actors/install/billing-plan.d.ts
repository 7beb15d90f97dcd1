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
export declare function entitled(catalog: AppBillingDeclaration, snapshot: BillingSnapshot | undefined): Entitlement;
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
export declare function lacking(requires: readonly string[], { plan, status, features }: Entitlement): Denial | undefined;
/** The denial of a meter that is full. */
export declare function full(meter: string, limit: number, { plan, status }: Entitlement): Denial;
