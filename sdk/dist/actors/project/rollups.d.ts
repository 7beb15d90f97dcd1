/**
 * The project's checkpoints: rows of all portals by minute, folded into hours when they are two hours old, forgotten
 * after 30 days. A window that reaches further back than two hours begins with a whole hour.
 *
 * Keys: `minute/<time in 15 digits>/<portal>/<dimensions>`, `hour/…` alike, `taken/<portal>` the number of the portal's
 * last hand-up. Due: `fold`.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
/** How long minutes are kept, in milliseconds: 2 hours. */
export declare const MINUTES_KEPT_MS: number;
/** How long hours are kept, in milliseconds: 30 days. */
export declare const HOURS_KEPT_MS: number;
export declare function rollups(state: ActorState): ActorPart;
