/** Finds out what a step that was lost has written: what is in the CRM already is not sent again. */
import type { StagedRow } from '../protocol/sync.ts';
/** Makes one call of the CRM's batch read. */
export type ReadBatch = (body: object) => Promise<unknown>;
/**
 * Rows whose records are not yet what the rows would make of them. Where several rows may be of one record, all of them
 * are: they have to go in their order. Where the CRM keeps a value in another form than it was sent, or does not let the
 * app read, rows are written again, which changes nothing. Rejects when the CRM cannot be asked now.
 */
export declare function unwritten(read: ReadBatch, idProperty: string, rows: readonly StagedRow[]): Promise<readonly StagedRow[]>;
