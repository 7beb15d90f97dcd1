/**
 * One step of a source-backed run: page after page, chunk after chunk, until the rows are in or the step's time, chunks
 * or calls are spent. What was done is told to the install's actor after each chunk, and whoever goes on for a step that
 * was lost looks first what the CRM has. Order of a page: fetch, validate, set aside, keep, write its chunks, move the
 * cursor.
 */
import { type RowsStep } from './rows-step.ts';
/** How it ended: all rows of the run are in, or another step goes on. */
export type RowsEnd = 'in' | 'more';
/** Runs the step. Rejects with CrmBackpressure, a SyncStumble, a SyncFault, or an ActorError when the run was lost. */
export declare function runRows(step: RowsStep): Promise<RowsEnd>;
