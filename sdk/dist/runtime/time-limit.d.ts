/**
 * Ends what a handler can do with the time that it had. Nobody can stop a handler that goes on; but its caller has been
 * answered and comes again, and what the first one still wrote would fall into the work of the second.
 */
import type { Notice } from './budget.ts';
import type { Place } from './site.ts';
/** The place, with nothing outside that can be reached when the time is up. */
export declare function untilTimeIsUp(place: Place, notice: Notice): Place;
