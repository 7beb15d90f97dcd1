/**
 * Erases an install: all that its actor and the actor of its portal hold, and its place in the index. At once when the
 * project's own tools say so, and 30 days after the CRM has taken back its consent.
 *
 * Due: `eraseInstall`.
 */
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
/** The purpose in the due-table. */
export declare const ERASE = "eraseInstall";
export declare function erase(state: ActorState, env: Bindings): ActorPart;
