/**
 * What dispatches have reserved on an install's meters and not settled yet. They are few: those that run now, and those
 * whose isolate has died within the last minutes.
 *
 * Key: `b/r/<meter>/<key of the dispatch>`.
 */
import type { BillingMeter } from '../../declare/billing.ts';
import type { ActorState } from '../core/actor-part.ts';
/** When a reservation expires, in milliseconds: longer than any handler may take (a sync has ten minutes). */
export declare const RESERVATION_MS = 900000;
export interface Reservation {
    readonly meter: string;
    readonly quantity: number;
    readonly key: string;
    /** It may be delivered again: the key is remembered when it is counted. */
    readonly isDelivery: boolean;
    readonly begunAt: number;
    readonly until: number;
    /** How many deliveries of the same thing are running. */
    readonly holders: number;
}
export declare class Reservations {
    #private;
    constructor(state: ActorState);
    /** How much of the meter is reserved now. */
    sum({ id }: BillingMeter): number;
    /** That of the same dispatch, unless its time is up. */
    find(name: string): Reservation | undefined;
    /** Reserves, together with those that have. Gives when it expires. */
    hold(name: string, wanted: Pick<Reservation, 'meter' | 'quantity' | 'key' | 'isDelivery'>): number;
    /** Ends it, and gives it to be counted where it is done. Undefined: it is gone, or not done, or others still hold it. */
    end(name: string, isDone: boolean): Reservation | undefined;
    /** Releases those whose time is up. Gives when the next one's is. */
    expire(): number | undefined;
}
/** The name of a dispatch's reservation. The meter's id is escaped: one meter's names never begin with those of another. */
export declare function reservationName({ id }: BillingMeter, key: string): string;
