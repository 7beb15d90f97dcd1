/**
 * The actor of one install; its name is `static`, or the portal id in decimal. One file a concern in `install/`.
 *
 * Prefixes of keys: s/ config install tokens run/ inbox/ b/ due/ due-at/ schema
 */
import type { ActorTable } from './actor-part.ts';
export declare const INSTALL_ACTOR: ActorTable;
