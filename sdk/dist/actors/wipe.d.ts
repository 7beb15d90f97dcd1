/** Deletes all that an actor holds. */
import type { ActorStore } from './actor.ts';
import type { ActorPart, ActorState } from './actor-part.ts';
/** Deletes every key but that of the schema version, which describes the storage and nobody's data. */
export declare function wipe(store: ActorStore): void;
/** Lets the actor of the install erase this one. */
export declare function wipeable({ store }: ActorState): ActorPart;
