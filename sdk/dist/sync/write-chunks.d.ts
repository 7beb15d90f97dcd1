/**
 * Writes the chunks of a page, some side by side. Each is told to the install's actor when the CRM has answered for it;
 * those that a lost step had on their way are looked up first.
 */
import type { KeptPage, StagedRow } from '../protocol/sync.ts';
import type { RowsStep, Spending } from './rows-step.ts';
/**
 * Chunks of one page that are on their way side by side: no record is in two of them, so their order does not matter.
 * Two keep up with the CRM's pace where a call takes less than 200 ms, and share the calls that one step may make.
 */
export declare const CHUNKS_AT_ONCE = 2;
/**
 * Writes what is left of the page. Gives false when the step is spent before that.
 * @param chunks the rows of the page's chunks, where they are at hand
 */
export declare function writeChunks(step: RowsStep, page: KeptPage, chunks: readonly StagedRow[][], spent: Spending): Promise<boolean>;
