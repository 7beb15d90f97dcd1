/** What a handler can see and record of the install's billing. */
/** The install's billing as it is now. */
export interface BillingCurrentState {
    /** The id of the plan; empty when the install has none. */
    readonly plan: string;
    readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
    /** Whether the plan gives the feature. */
    has(feature: string): boolean;
    /** The limit of the meter in this period; null is unlimited. Throws for a meter that the catalog does not have. */
    limit(meterId: string): number | null;
    /** What was recorded on the meter in this period. Throws for a meter that the catalog does not have. */
    usage(meterId: string): number;
}
/** Exists only on platform-linked deploys whose app declares a billing catalog. */
export interface BillingContext {
    /** Tells the meter a quantity above 0, whatever its limit. The same `idempotencyKey` counts once for a meter. */
    recordUsage(meterId: string, quantity: number, options: {
        readonly idempotencyKey: string;
    }): Promise<void>;
    /** Takes usage back, with the reason for it. The same `idempotencyKey` counts once for a meter. */
    recordCredit(meterId: string, quantity: number, options: {
        readonly idempotencyKey: string;
        readonly reason: string;
    }): Promise<void>;
    current(): Promise<BillingCurrentState>;
    /** Where a person upgrades; undefined when the catalog names no place. */
    upgradeUrl(): string | undefined;
}
