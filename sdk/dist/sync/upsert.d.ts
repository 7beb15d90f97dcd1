/** Writes one chunk of records, and finds out what that says about each row, and about the run. */
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import type { SpoiltRow, StagedRow } from '../protocol/sync.ts';
import { type RowRules } from './rows.ts';
import { SyncStumble } from './source/fault.ts';
export interface UpsertedChunk {
    readonly upserted: number;
    readonly spoilt: readonly SpoiltRow[];
    /** Rows that have to be sent again, and why. */
    readonly left: readonly StagedRow[];
    readonly because?: CrmBackpressure | SyncStumble | undefined;
    /** Some of those never left. */
    readonly isUnsent: boolean;
    /** The CRM may have some of those: it did not answer. */
    readonly isUnsure: boolean;
}
/**
 * Throws a SyncFault for what would fail for every row.
 * @param isLastTry rows that alone keep their chunk from its end are set aside, though they may go through another time
 */
export declare function upsertChunk(upsert: CrmBatchObjects['upsert'], objectType: string, rules: RowRules, rows: readonly StagedRow[], isLastTry: boolean): Promise<UpsertedChunk>;
