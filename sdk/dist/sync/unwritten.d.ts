/** Finds out what a step that was lost has written: what is in the CRM already is not sent again. */
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import type { StagedRow } from './wire.ts';
/**
 * Rows whose records are not yet what the rows would make of them. Where the CRM keeps a value in another form than it
 * was sent, or cannot be asked, that is all of them: writing a row again changes nothing. Rejects with CrmBackpressure.
 */
export declare function unwritten(read: CrmBatchObjects['read'], objectType: string, idProperty: string, rows: readonly StagedRow[]): Promise<readonly StagedRow[]>;
