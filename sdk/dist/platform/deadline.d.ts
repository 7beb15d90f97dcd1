/** The time that an invocation has. */
import type { DispatchKind } from './observation.ts';
/**
 * How long each kind of capability may take, in milliseconds. Nobody waits longer: a workflow action has 20 seconds
 * (spec, Limits); a card's request and a webhook delivery are given up by the platform after 15 and 5 seconds. A sync
 * answers to no one, but the edge ends scheduled work after 15 minutes; what 10 minutes do not suffice for goes on in
 * the next run.
 */
export declare const TIME_LIMIT_MS: Readonly<Record<DispatchKind, number>>;
/** The `receive` of a push source, in milliseconds: it only turns one body into rows, and its sender waits. */
export declare const RECEIVE_TIME_LIMIT_MS = 5000;
/** Stands for the result of work that did not end in time. */
export declare const TIMED_OUT: unique symbol;
/** Tells a handler that its time is nearly over. The signal is made when it is first asked for: most never are. */
export declare class DeadlineSignal {
    #private;
    /** When the time is up, in milliseconds since the epoch. */
    readonly endsAt: number;
    constructor(endsAt: number);
    get signal(): AbortSignal;
    give(reason: Error): void;
    /** The time is not nearly over any more: it is. */
    end(): void;
    /** Throws the reason once the time is over. */
    refuseWhenOver(): void;
}
/** The clock of one invocation: of its handler, and of what the handler streams. */
export declare class Deadline {
    #private;
    readonly ms: number;
    readonly notice: DeadlineSignal;
    /** @param now when it begins, in milliseconds since the epoch */
    constructor(ms: number, now: number);
    /** The result of the work, or TIMED_OUT. What the work does afterwards is nobody's business any more. */
    within<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT>;
    /** Stops the clock. */
    end(): void;
}
