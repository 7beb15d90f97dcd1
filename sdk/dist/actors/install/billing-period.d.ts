/** Which period a meter counts in: the calendar month in UTC, or the install's billing cycle. Pure. */
/** From the first instant on, up to the last, which is the first of the next; milliseconds since the epoch. */
export interface Period {
    readonly from: number;
    /** Null: it has no end. */
    readonly to: number | null;
}
/** The cycle that a billing snapshot names. */
export interface Cycle {
    readonly periodStart: string | null;
    readonly periodEnd: string | null;
}
/** The calendar month, in UTC. */
export declare function monthAt(now: number): Period;
/**
 * The billing cycle. One that has passed is followed by others of the same length, until a snapshot names the next; so
 * is one that has not begun preceded. Where none is named, it is the calendar month.
 */
export declare function cycleAt(cycle: Cycle | undefined, now: number): Period;
