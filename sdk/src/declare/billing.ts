/**
 * How a plan is priced. Amounts are in the currency's minor unit, such as cents.
 *
 * `free` costs nothing, `flat` costs `amountMinor` per interval, and `perUnit` costs `amountMinor` per unit of a meter.
 */
export type BillingPricing = FreePricing | FlatPricing | PerUnitPricing;

/** A plan that costs nothing. */
export interface FreePricing {
  /** Always `free`. */
  readonly type: 'free';
}

/** A plan with one price per month or year. */
export interface FlatPricing {
  /** Always `flat`. */
  readonly type: 'flat';
  /** The price of one interval, in the currency's minor unit. */
  readonly amountMinor: number;
  /** The currency code, such as `EUR`. */
  readonly currency: string;
  /** How often the price is due. */
  readonly interval: 'month' | 'year';
}

/** A plan priced by usage. */
export interface PerUnitPricing {
  /** Always `perUnit`. */
  readonly type: 'perUnit';
  /** The id of the meter that counts the units. */
  readonly meter: string;
  /** The price of one unit, in the currency's minor unit. */
  readonly amountMinor: number;
  /** The currency code, such as `EUR`. */
  readonly currency: string;
  /** Units that cost nothing. Default: 0. */
  readonly included?: number;
}

/** A feature that a plan can include. */
export interface BillingFeature {
  /** The id that plans and capabilities refer to. Unique among features. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

/** A quantity that is counted per install and period. */
export interface BillingMeter {
  /** The id that plans and capabilities refer to. Unique among meters. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** What one unit is called, such as `reminder`. */
  readonly unit?: string;
  /** How recorded quantities combine: `sum` adds them, `max` keeps the highest, `last` keeps the latest. */
  readonly aggregation: 'sum' | 'max' | 'last';
  /** When the count starts again: each calendar month in UTC, or each billing period of the install. */
  readonly period: 'month' | 'billing_cycle';
}

/** One plan of the catalog. */
export interface ProjectBillingPlan {
  /** The plan's id. Unique among plans. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** What the plan offers. */
  readonly description?: string;
  /** What the plan costs. */
  readonly pricing: BillingPricing;
  /** Ids of the features that the plan includes. */
  readonly features: readonly string[];
  /** The most that each meter may count in a period, by meter id. A meter that is null or missing is unlimited. */
  readonly limits: Readonly<Record<string, number | null>>;
  /** Length of the free trial, in days. */
  readonly trialDays?: number;
  /** Makes this the plan of installs that have none. At most one plan sets it. Default: false. */
  readonly default?: boolean;
}

/** The billing catalog of an app. */
export interface AppBillingDeclaration {
  /** The plans that an install can be on. */
  readonly plans: readonly ProjectBillingPlan[];
  /** The features that plans include and capabilities require. */
  readonly features: readonly BillingFeature[];
  /** The meters that plans limit and capabilities record on. */
  readonly meters: readonly BillingMeter[];
  /** The absolute https URL where a customer upgrades. */
  readonly upgradeUrl?: string;
}

/**
 * What happens when a feature is missing or a limit is reached: `block` does not run the capability, `warn` runs it and
 * logs a warning, and `allow` runs it.
 */
export type BillingOnLimit = 'block' | 'warn' | 'allow';

/** The `billing` block of a capability. */
export interface CapabilityBillingDeclaration {
  /** The feature or features that the install must have. Default: none. */
  readonly requires?: string | readonly string[];
  /** The meter on which each successful run counts: its id, or its id and quantity. Default: none. */
  readonly meter?: string | CapabilityMeter;
  /** What happens when a feature is missing or the meter is full. Default: `block`. */
  readonly onLimit?: BillingOnLimit;
  /** The message for a blocked caller. Default: why the run was blocked. */
  readonly deniedMessage?: string;
}

/** A meter, and how much one run counts on it. */
export interface CapabilityMeter {
  /** The meter's id. */
  readonly id: string;
  /** Units per run. Default: 1. */
  readonly quantity?: number;
}

/** A `billing` block with every default filled in, as the manifest and the runtime use it. */
export interface NormalizedCapabilityBilling {
  /** The features that the install must have. May be empty. */
  readonly requires: readonly string[];
  /** The meter and the units per run. Absent if no meter counts. */
  readonly meter?: Required<CapabilityMeter>;
  /** What happens when a feature is missing or the meter is full. */
  readonly onLimit: BillingOnLimit;
  /** The message for a blocked caller. Absent if it is the default. */
  readonly deniedMessage?: string;
}

/**
 * Converts the shorthand of a `billing` block to the form that the manifest and the runtime use.
 *
 * @example
 * import { normalizeCapabilityBilling } from '@svc/sdk';
 *
 * normalizeCapabilityBilling({ requires: 'reminders', meter: 'sent' });
 * // { requires: ['reminders'], meter: { id: 'sent', quantity: 1 }, onLimit: 'block' }
 */
export function normalizeCapabilityBilling(billing: CapabilityBillingDeclaration): NormalizedCapabilityBilling {
  const { requires, meter, onLimit, deniedMessage } = billing;
  return {
    requires: requires === undefined ? [] : typeof requires === 'string' ? [requires] : [...requires],
    ...(meter !== undefined && {
      meter: typeof meter === 'string' ? { id: meter, quantity: 1 } : { id: meter.id, quantity: meter.quantity ?? 1 },
    }),
    onLimit: onLimit ?? 'block',
    ...(deniedMessage !== undefined && { deniedMessage }),
  };
}
