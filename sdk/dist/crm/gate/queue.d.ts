/**
 * Who waits at a gate, first come first served. Each entry says when it will look again; one that does not come back
 * belongs to a request that is gone, and is passed over. Should it come back after all, it has its old place.
 */
/** One call that waits. */
export interface Waiter {
    /** Its place in time: a call that is tried again keeps it. */
    readonly number: number;
    /** When it looks again, in milliseconds. */
    looksAt: number;
}
export declare class Queue {
    #private;
    /** A place in time, for one call and all its attempts. */
    take(): Waiter;
    /** Who came first of those that wait. */
    get first(): Waiter | undefined;
    /** How many wait. */
    get length(): number;
    /** The waiter looks now, and stands in its place: 1 is the first in the queue. */
    look(waiter: Waiter, now: number): number;
    leave(waiter: Waiter): void;
}
