/** The plan of an install, and what it has used. */
export interface BillingCurrentState {
  /** The id of the plan, or `''` if the install has none. */
  readonly plan: string;
  /** The state of the subscription. */
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
  /** Reports whether the plan includes the feature. */
  has(feature: string): boolean;
  /** Returns the meter's limit in this period, or null if it is unlimited. Throws if the catalog has no such meter. */
  limit(meterId: string): number | null;
  /** Returns the usage recorded on the meter in this period. Throws if the catalog has no such meter. */
  usage(meterId: string): number;
}

/** Options of `recordUsage`. */
export interface BillingUsageOptions {
  /**
   * Identifies the usage: calls with the same key count once per meter, until the meter's period ends and for at least
   * 35 days. 1 to 256 characters.
   */
  readonly idempotencyKey: string;
}

/** Options of `recordCredit`. */
export interface BillingCreditOptions extends BillingUsageOptions {
  /** Why the usage is returned. 1 to 500 characters. */
  readonly reason: string;
}

/**
 * The plan and usage of the install. It exists in `svc dev` and in apps deployed with `svc deploy`, if the app declares
 * a billing catalog.
 */
export interface BillingContext {
  /** Records usage on a meter, even beyond its limit. The quantity must be greater than 0. */
  recordUsage(meterId: string, quantity: number, options: BillingUsageOptions): Promise<void>;
  /** Gives usage back, for example after a refund. The meter's usage does not fall below 0. */
  recordCredit(meterId: string, quantity: number, options: BillingCreditOptions): Promise<void>;
  /** Reads the current plan, entitlements, limits and usage. */
  current(): Promise<BillingCurrentState>;
  /** Returns the catalog's URL where a customer upgrades, or undefined if it has none. */
  upgradeUrl(): string | undefined;
}
