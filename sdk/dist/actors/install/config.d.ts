/**
 * What `ctx.install.config()` gives: a JSON object that a control route sets.
 *
 * Key: `config`.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
export declare function config({ store }: ActorState): ActorPart;
