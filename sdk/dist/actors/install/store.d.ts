/**
 * What the install's handlers keep: `ctx.store`.
 *
 * Keys: `s/<the handler's key>`, so that a handler never meets a key of the actor.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
export declare function handlerStore({ store }: ActorState): ActorPart;
