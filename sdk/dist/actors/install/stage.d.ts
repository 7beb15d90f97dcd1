/**
 * Pages on their way: the rows of a page are kept here, in chunks of one call of the CRM, until the CRM has them. So a
 * step that goes on for one that died knows which rows to look after, and a page is asked for once, however long they take.
 *
 * Keys: `stage/<worker>/<sync>/<number>/<piece>`: a chunk, in as many pieces as its length needs.
 */
import { type ActorStore } from '../../protocol/actor.ts';
import type { KeptPage, SpoiltRow, StagedRow } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { type OneCall, type SyncState } from './sync-state.ts';
/** One part of a page: pages may be longer than one call takes. */
export interface StageArguments extends OneCall {
    readonly isFirst: boolean;
    readonly isLast: boolean;
    readonly chunks: readonly (readonly StagedRow[])[];
    readonly spoilt: readonly SpoiltRow[];
    /** Of the whole page; with the last part. */
    readonly page?: Pick<KeptPage, 'next' | 'rows'> & {
        readonly duplicates: number;
    };
    /** The rows are those of the inbox up to this number. */
    readonly upTo?: number;
}
/** Chunks that the CRM has answered for: one, or several that were written together. */
export interface ChunksArguments extends OneCall {
    readonly chunks: readonly {
        readonly chunk: number;
        /** Rows that have to be sent again. */
        readonly left: readonly StagedRow[];
    }[];
    readonly upserted: number;
    readonly spoilt: readonly SpoiltRow[];
    /** Whether the CRM may have rows of the page that nobody has told of; left out by who does not know more than before. */
    readonly isUnsure?: boolean | undefined;
}
export declare function stage(state: ActorState): ActorPart;
/** Drops a page that can be fetched again, and what has come of one. */
export declare function dropPage(store: ActorStore, of: string, state: SyncState, arriving: SyncState['arriving']): SyncState;
