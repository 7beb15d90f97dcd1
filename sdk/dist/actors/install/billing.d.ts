/**
 * The billing of an install: its snapshot, what its meters count, and the gate that dispatches pass. A dispatch reserves
 * what it is about to use, so that others at the same time cannot pass the limit with it, and settles when it has ended:
 * what did its work is counted, what did not is released. A reservation that nobody settles is released after a while:
 * its isolate has died, nobody knows what became of the work, and the platform delivers again what was not answered.
 *
 * Keys: `b/snapshot`, and those of billing-usage.ts and billing-reservations.ts. Due: `billing`.
 */
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { type BillingSnapshot, type Denial, type Entitlement } from './billing-plan.ts';
import { type MeterCount } from './billing-usage.ts';
/** What a dispatch asks before it runs. */
export interface OpenArguments {
    readonly requires: readonly string[];
    readonly meter?: {
        readonly id: string;
        readonly quantity: number;
    };
    /** The same whenever the same thing is delivered again. */
    readonly key: string;
    /** It may be delivered again: the key is remembered when it is counted. */
    readonly isDelivery: boolean;
    /** What is denied does not run. */
    readonly isBlocking: boolean;
}
export interface OpenResult {
    readonly denied?: Denial;
    /** What to settle. */
    readonly reservation?: string;
}
/** What `recordUsage` and `recordCredit` send; none of it has been checked. */
export type RecordArguments = Readonly<Record<'meter' | 'quantity' | 'key' | 'reason', unknown>> & {
    readonly kind: 'usage' | 'credit';
};
/** The install's billing as it is now. */
export interface BillingView extends Pick<Entitlement, 'plan' | 'status' | 'features'> {
    /** Null: none was put, and the catalog's default plan counts. */
    readonly snapshot: BillingSnapshot | null;
    readonly meters: Readonly<Record<string, MeterCount & {
        readonly limit: number | null;
        readonly reserved: number;
    }>>;
}
export declare function billing(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart;
