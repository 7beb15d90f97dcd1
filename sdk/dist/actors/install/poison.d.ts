/**
 * Rows that were set aside: they failed the schema of their sync, or the CRM refuses them. Each is here once, with why,
 * until somebody has it tried again or discards it, or for 30 days. They are kept as they came, to be tried again; what
 * leaves by the control routes is redacted there.
 *
 * Keys: `poison/row/<worker>/<sync>/<time>-<id>`, `poison/at/<id>` the key of it, `poison/size/<worker>/<sync>`.
 * Due: `poisonEnds`, when the oldest is over.
 */
import type { Bindings } from '../../platform/host.ts';
import { type ActorStore } from '../../protocol/actor.ts';
import type { PoisonRow } from '../../protocol/sync.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
/** How long a row is kept, in milliseconds. */
export declare const POISON_KEPT_MS: number;
/** Rows of one sync that are kept at most: then its runs fail, and nothing is lost. */
export declare const MAX_POISON = 10000;
/** Rows of one list, or of one call that has them tried again. */
export declare const MAX_POISON_LISTED = 500;
type Own = Pick<ActorState, 'store' | 'due'>;
/** Keeps the rows, each once. Gives how many of them the run had not set aside yet. Throws when there are too many. */
export declare function setAside({ store, due }: Own, of: string, rows: readonly PoisonRow[]): number;
export declare function poisonSize(store: ActorStore, of: string): number;
export declare function poison(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart;
export {};
