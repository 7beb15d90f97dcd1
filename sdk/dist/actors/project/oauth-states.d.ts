/**
 * Which states of OAuth installs have been used: each is good once.
 *
 * Keys: `oauth-state/<expiry in 15 digits>/<nonce>`, in the order of time, to forget those that are stale anyway.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
export declare function oauthStates({ store, now }: ActorState): ActorPart;
