/** From the rows of a page to records: those that do not fit the sync's schema are spoilt, and the last of a key counts. */
import type { SpoiltRow, StagedRow, SyncName } from '../protocol/sync.ts';
/** What decides about a row. */
export interface RowRules extends SyncName {
    readonly idProperty: string;
    /** Name of a field to name of a property; without it every field goes to the property of its name. */
    readonly schema?: Readonly<Record<string, string>> | undefined;
}
export interface SortedRows {
    readonly rows: readonly StagedRow[];
    readonly spoilt: readonly SpoiltRow[];
    readonly duplicates: number;
}
/** Decides about each row of a page. */
export declare function sortRows(rules: RowRules, rows: readonly unknown[]): Promise<SortedRows>;
/** The row as it is set aside. The same row of a sync has the same id, however often it comes. */
export declare function spoil({ worker, sync }: SyncName, row: unknown, reason: string): Promise<SpoiltRow>;
/** Rows of one call of the CRM (spec, Limits). */
export declare const ROWS_PER_CHUNK = 100;
/**
 * The rows in calls of the CRM. Those of one record are in the same one, which writes them in their order: their keys
 * differ for us, and not for the CRM.
 */
export declare function chunksOf(rows: readonly StagedRow[]): StagedRow[][];
