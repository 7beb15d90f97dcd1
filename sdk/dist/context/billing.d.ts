/** The install's current billing. */
export interface BillingCurrentState {
    /** The id of the plan. Empty when the install has none. */
    readonly plan: string;
    /** The state of the subscription. */
    readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
    /** Reports whether the plan includes the feature. */
    has(feature: string): boolean;
    /** Returns the meter's limit in this period. Null is unlimited. Throws when the catalog lacks the meter. */
    limit(meterId: string): number | null;
    /** Returns the usage recorded on the meter in this period. Throws when the catalog lacks the meter. */
    usage(meterId: string): number;
}
/** Options of `recordUsage`. */
export interface BillingUsageOptions {
    /**
     * 1 to 256 characters. Calls with the same key count once per meter, until the end of its period and for at least 35
     * days.
     */
    readonly idempotencyKey: string;
}
/** Options of `recordCredit`. */
export interface BillingCreditOptions extends BillingUsageOptions {
    /** Why the usage is returned. 1 to 500 characters. */
    readonly reason: string;
}
/** The install's billing. It exists only on platform-linked deploys whose app declares a billing catalog. */
export interface BillingContext {
    /** Records usage on a meter, whatever its limit. The quantity is greater than 0. */
    recordUsage(meterId: string, quantity: number, options: BillingUsageOptions): Promise<void>;
    /** Returns usage to a meter. The usage does not fall below 0. */
    recordCredit(meterId: string, quantity: number, options: BillingCreditOptions): Promise<void>;
    /** Reads the current plan, entitlements, limits and usage. */
    current(): Promise<BillingCurrentState>;
    /** Returns the URL where a customer upgrades. Undefined when the catalog declares none. */
    upgradeUrl(): string | undefined;
}
