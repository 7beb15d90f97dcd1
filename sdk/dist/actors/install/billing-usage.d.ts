/**
 * What an install's meters count, and which keys have been counted already.
 *
 * Keys: `b/u/<meter>` the counts of this period and of the one before, `b/k/<kind>/<meter>/<key>` a key that has been
 * counted, `b/x/<time in 15 digits>/…` when it is forgotten.
 */
import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';
import { type Period } from './billing-period.ts';
import type { BillingSnapshot } from './billing-plan.ts';
/** Where a key comes from: each has a name space of its own. */
export type KeyKind = 'dispatch' | 'usage' | 'credit';
/** What a meter counted in a period. */
export interface Count extends Period {
    readonly used: number;
}
export interface MeterCount extends Count {
    /** The period before, for those who bill it. */
    readonly previous?: Count;
}
/** How many keys one alarm forgets. */
export declare const FORGOTTEN_AT_ONCE = 500;
export declare class Usage {
    #private;
    constructor(state: ActorState, snapshot: () => BillingSnapshot | undefined);
    /** The count of the period that it is now. */
    of({ id, period }: BillingMeter): MeterCount;
    /** Adds to the period in which it was begun, which may be the one before. */
    add(meter: BillingMeter, quantity: number, begunAt: number): void;
    /** Takes back, and never below nothing. */
    credit(meter: BillingMeter, quantity: number): void;
    isCounted(kind: KeyKind, meter: BillingMeter, key: string): boolean;
    /** Remembers the key. Gives when it is forgotten. */
    note(kind: KeyKind, meter: BillingMeter, key: string, why: object): number;
    /** Forgets keys whose time is up. Gives when the next one is due. */
    forget(): number | undefined;
}
/** What a meter shows when it is told one more quantity. */
export declare function aggregate({ aggregation }: BillingMeter, used: number, quantity: number): number;
