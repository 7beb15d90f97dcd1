/** The batches of one client: what handlers give is turned into rows, and what became of the rows into what they get. */
import type { CrmBatchRead, CrmBatchResult } from '../context/crm-batch.ts';
import type { BatchKind } from './batch-answer.ts';
import { type LookUp } from './batch-read.ts';
import { type BatchOutcome, type BatchWay } from './batch-run.ts';
export declare class Batches {
    #private;
    constructor(way: BatchWay);
    /** What became of each row, by its place. */
    run<Row>(kind: BatchKind<Row>, rows: readonly Row[]): Promise<BatchOutcome[]>;
    /** @param other the kind of those rows that `isOther` tells */
    write<T, Row>(rows: readonly Row[], kind: BatchKind<Row>, other?: BatchKind<Row>, isOther?: (row: Row) => boolean): Promise<CrmBatchResult<T, Row>>;
    /**
     * Rejects when one of the ids could not be looked up.
     * @param lookUp of ids that go together; never rejects
     */
    read<T>(ids: readonly string[], kind: BatchKind<never>, lookUp: LookUp): Promise<CrmBatchRead<T>>;
}
