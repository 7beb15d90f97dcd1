/**
 * Runs the install's syncs when their schedule is due, one step at a time, by the actor's alarm: user code runs in the
 * worker, and what it has not done yet comes again.
 *
 * Due: `sync`, with the worker and the sync.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
export declare function dueSyncs({ name, due, now, worker }: ActorState): ActorPart;
