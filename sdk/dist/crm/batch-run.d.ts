/**
 * Sends the rows of one batch in calls of up to 100 and finds out what became of each, whatever comes: a row that went
 * through is never sent again, and one that may have made something is never sent twice.
 */
import type { CrmBatchFailure } from '../context/crm-batch.ts';
import { type BatchKind, type RowError } from './batch-answer.ts';
import type { PacerOptions } from './gate/pacer.ts';
import type { Send } from './send.ts';
/** How batches go out. */
export interface BatchWay {
    readonly send: Send;
    readonly pace: PacerOptions;
    /** Fires when the invocation's time is nearly over. */
    readonly signal: () => AbortSignal | undefined;
}
/** Why a row failed. */
type Failure = CrmBatchFailure<unknown>['error'];
/** What became of a row; `error` is what a read rejects with. `absent`: the CRM says that there is no such thing. */
export type BatchOutcome = {
    readonly result: unknown;
    readonly absent?: RowError;
    readonly failure?: undefined;
} | {
    readonly failure: Failure;
    readonly error: unknown;
};
/** Rows of one call (spec, Limits). */
export declare const ROWS_PER_CALL = 100;
/** Gives what became of each row, by its place. Never rejects. */
export declare function runBatch<Row>(way: BatchWay, kind: BatchKind<Row>, rows: readonly Row[]): Promise<BatchOutcome[]>;
export {};
