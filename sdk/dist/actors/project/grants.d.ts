/**
 * Checks grants: the app worker alone holds the control keys, and a grant is good once.
 *
 * Keys: `nonce/…` a used nonce, `nonce-expiry/…` the same in the order of time, to forget them.
 */
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
/** How long a grant is good, in milliseconds. */
export declare const GRANT_LIFETIME_MS = 300000;
export declare function grants(state: ActorState, env: Bindings): ActorPart;
