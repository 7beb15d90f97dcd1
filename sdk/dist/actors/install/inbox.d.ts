/**
 * The inbox of push sources: rows that were taken from a sender and wait for the source's sync. What is here is on
 * disk, in the order in which it came; a sender that was told so may forget it.
 *
 * Keys: `inbox/size/<source>` counts, `inbox/row/<source>/<number>` is one row.
 */
import type { ActorPart, ActorState } from '../actor-part.ts';
/** Rows that may wait for one source of one install. */
export declare const MAX_INBOX_ROWS = 10000;
/** Characters of JSON that may wait for one source of one install. */
export declare const MAX_INBOX_CHARS: number;
/** One row that waits. */
export interface InboxRow {
    readonly key: string;
    readonly data: unknown;
    /** When it was taken, in milliseconds since the epoch. */
    readonly at: number;
}
export declare function inbox({ store, now }: ActorState): ActorPart;
