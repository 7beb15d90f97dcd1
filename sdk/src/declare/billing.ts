/** Billing: the catalog that an app sells, and the block that gates or meters one capability. */

/** How a plan is priced. Amounts are in the currency's minor unit (cents). */
export type BillingPricing =
  | { readonly type: 'free' }
  | {
      readonly type: 'flat';
      readonly amountMinor: number;
      readonly currency: string;
      readonly interval: 'month' | 'year';
    }
  | {
      readonly type: 'perUnit';
      readonly meter: string;
      readonly amountMinor: number;
      readonly currency: string;
      /** Units that cost nothing. Default: 0. */
      readonly included?: number;
    };

/** Something that an install can hold, by its plan. */
export interface BillingFeature {
  readonly id: string;
  readonly name: string;
}

/** Something that is counted. */
export interface BillingMeter {
  readonly id: string;
  readonly name: string;
  /** What one is called, such as `reminder`. */
  readonly unit?: string;
  readonly aggregation: 'sum' | 'max' | 'last';
  readonly period: 'month' | 'billing_cycle';
}

/** One plan of the catalog. */
export interface ProjectBillingPlan {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly pricing: BillingPricing;
  /** Ids of features. */
  readonly features: readonly string[];
  /** Limit by meter id; null is unlimited, a meter that is not named is unlimited too. */
  readonly limits: Readonly<Record<string, number | null>>;
  readonly trialDays?: number;
  /** The plan of an install that has chosen none. Default: false. */
  readonly default?: boolean;
}

/** The billing catalog of an app. */
export interface AppBillingDeclaration {
  readonly plans: readonly ProjectBillingPlan[];
  readonly features: readonly BillingFeature[];
  readonly meters: readonly BillingMeter[];
  /** Where a person upgrades. */
  readonly upgradeUrl?: string;
}

/** What happens when an entitlement is missing or a limit is reached. */
export type BillingOnLimit = 'block' | 'warn' | 'allow';

/** The `billing` block of a capability. */
export interface CapabilityBillingDeclaration {
  /** The feature or features that the install must hold. */
  readonly requires?: string | readonly string[];
  /** The meter that each dispatch is recorded on. `quantity` defaults to 1. */
  readonly meter?: string | { readonly id: string; readonly quantity?: number };
  /** Default: `block`. `warn` runs and logs, `allow` runs. */
  readonly onLimit?: BillingOnLimit;
  /** What the person sees who is turned away. */
  readonly deniedMessage?: string;
}

/** The one shape that manifest and runtime use. */
export interface NormalizedCapabilityBilling {
  readonly requires: readonly string[];
  readonly meter?: { readonly id: string; readonly quantity: number };
  readonly onLimit: BillingOnLimit;
  readonly deniedMessage?: string;
}

/** Turns the bare-id sugar of a `billing` block into the shape that manifest and runtime use, defaults filled in. */
export function normalizeCapabilityBilling(billing: CapabilityBillingDeclaration): NormalizedCapabilityBilling {
  const { requires, meter, onLimit, deniedMessage } = billing;
  return {
    requires: requires === undefined ? [] : typeof requires === 'string' ? [requires] : [...requires],
    ...(meter === undefined
      ? {}
      : {
          meter:
            typeof meter === 'string' ? { id: meter, quantity: 1 } : { id: meter.id, quantity: meter.quantity ?? 1 },
        }),
    onLimit: onLimit ?? 'block',
    ...(deniedMessage === undefined ? {} : { deniedMessage }),
  };
}
