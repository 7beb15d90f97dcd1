/**
 * Ends what a handler can do with the time that it had. Nobody can stop a handler that goes on; but its caller has been
 * answered and comes again, and what the first one still wrote would fall into the work of the second.
 */
import type { DeadlineSignal } from './deadline.ts';
import type { Host } from './host.ts';
/** The place, with nothing outside that can be reached when the time is up. */
export declare function untilTimeIsUp<P extends {
    readonly host: Host;
}>(place: P, notice: DeadlineSignal): P;
