/**
 * The actor of one project and environment; its name is `<project id>/<environment>`. One file a concern in `project/`.
 *
 * Prefixes of keys: nonce/ nonce-expiry/ install/ oauth-state/ tick/ minute/ hour/
 * taken/ alert/ note/ due/ due-at/ schema
 */
import type { ActorTable } from './actor-part.ts';
export declare const PROJECT_ACTOR: ActorTable;
