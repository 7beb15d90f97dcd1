/** The calls that a window of the CRM may still count: those on their way, and those that were answered lately. */
/** One call on its way. */
export interface Lease {
    readonly id: number;
    /** In milliseconds, as all times here. */
    readonly sentAt: number;
    /** When nobody waits for its answer any more. */
    readonly until: number;
    /** When it was answered, or given up. */
    endedAt?: number;
}
/** Longest time that a call is on its way, in milliseconds: a request that was cut off never says that it has ended. */
export declare const LONGEST_CALL_MS = 35000;
interface Answered {
    readonly sentAt: number;
    readonly at: number;
}
export declare class Calls {
    #private;
    readonly leases: Map<number, Lease>;
    /** In the order of their answers. What is before `#first` has left every window. */
    answered: Answered[];
    get inFlight(): number;
    /** Answered calls that a window may still count. */
    get charged(): number;
    /** Whether two calls were on their way together a short while ago. */
    get wereAtOnce(): boolean;
    /** @param deadline when its caller is gone at the latest */
    begin(now: number, interval: number, deadline: number): Lease;
    /** False when it was not on its way any more. @param counted false for one that the CRM has refused */
    end(lease: Lease, now: number, counted: boolean): boolean;
    /** Drops what was answered until `before`; gives when each was sent. */
    forget(before: number, now: number): number[];
    /** When calls were answered that were surely in a window of that length when it was reported, in their order. */
    answeredIn(reportedAt: number, interval: number): number[];
    /** Milliseconds until there is room for `place` more calls in a window that takes `size`. */
    freeIn(place: number, size: number, interval: number, now: number): number;
}
export {};
