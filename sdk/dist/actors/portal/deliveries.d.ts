/**
 * Deliveries of webhooks that were seen: each trigger runs once for one within 24 hours. A strict trigger claims a
 * delivery before it runs, here and in one turn, so of many copies at once one runs; a best-effort one looks first, and
 * notes it when it has run.
 *
 * Keys: `seen/<worker>/<trigger>/<delivery>`, `seen-at/<time in 15 digits>/<…>` in the order of time. Due: `seenEnds`.
 */
import type { ActorPart, ActorState } from '../core/actor-part.ts';
/** How long a delivery that was seen is not run again, in milliseconds, from when it was seen first (spec, Limits). */
export declare const SEEN_MS = 86400000;
/** Names a delivery to a trigger. */
export interface DeliveryName {
    readonly worker: string;
    readonly trigger: string;
    readonly delivery: string;
}
/** `mine`: the caller is to run it. `running`: somebody does, for so long at most. `done`: it has run. */
export type Claimed = {
    readonly state: 'mine' | 'done';
} | {
    readonly state: 'running';
    readonly forMs: number;
};
export declare function deliveries({ store, due, now }: ActorState): ActorPart;
