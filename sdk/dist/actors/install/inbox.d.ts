/**
 * The inboxes of syncs: rows that were taken from the sender of a push source, and rows that are to be tried again. What
 * is here is on disk, in the order in which it came; a sender that was told so may forget it.
 *
 * Keys: `inbox/size/<worker>/<sync>` counts, `inbox/row/<worker>/<sync>/<number>` is one row.
 */
import { type ActorStore } from '../../protocol/actor.ts';
import type { InboxRow } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
/** Rows that may wait for one sync of one install. */
export declare const MAX_INBOX_ROWS = 10000;
/** Characters of JSON that may wait for one sync of one install. */
export declare const MAX_INBOX_CHARS: number;
/** How full an inbox is. */
interface InboxSize {
    /** The number of the next row. Numbers are never used again. */
    readonly next: number;
    readonly rows: number;
    readonly chars: number;
}
export declare function inboxSize(store: ActorStore, of: string): InboxSize;
/** Puts all of the rows in, or none: `inbox_full` when there is no room for all now, `rows_too_many` when there never is. */
export declare function putRows(store: ActorStore, of: string, rows: readonly Omit<InboxRow, 'at'>[], at: number): number;
/** Takes out what is in front of the number. The caller is in a transaction. */
export declare function dropRows(store: ActorStore, of: string, upTo: number): void;
export declare function inbox({ store, due, now }: ActorState): ActorPart;
export {};
