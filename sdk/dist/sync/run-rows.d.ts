/**
 * One step of a source-backed run: page after page, chunk after chunk, until the rows are in or the step's time, chunks
 * or calls are spent. What was done is told to the install's actor after each chunk, and whoever goes on for a step that
 * was lost looks first what the CRM has. Order of a page: fetch, validate, set aside, keep, write its chunks, move the
 * cursor.
 */
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import type { SourceHttpClient } from '../context/http.ts';
import type { SourceDefinition } from '../declare/source.ts';
import type { EdgePlan } from '../runtime/edge-plan.ts';
import type { SyncPort } from './port.ts';
import { type RowRules } from './rows.ts';
import type { ReadBatch } from './unwritten.ts';
import type { Grant } from './wire.ts';
/** What a step is made of. */
export interface RowsStep {
    readonly source: SourceDefinition;
    readonly grant: Grant;
    readonly port: SyncPort;
    readonly rules: RowRules;
    /** The object type that the rows go to. */
    readonly into: string;
    readonly upsert: CrmBatchObjects['upsert'];
    readonly readBatch: ReadBatch;
    readonly http: SourceHttpClient;
    readonly plan: EdgePlan;
    readonly now: () => number;
    /** Calls that the step has made so far. */
    readonly calls: () => number;
    /** Told of a throw of the source. */
    readonly onThrow: (thrown: unknown) => void;
}
/** How it ended: all rows of the run are in, or another step goes on. */
export type RowsEnd = 'in' | 'more';
/** Runs the step. Rejects with CrmBackpressure, a SyncStumble, a SyncFault, or an ActorError when the run was lost. */
export declare function runRows(step: RowsStep): Promise<RowsEnd>;
/** What is left of a step. */
export interface Spending {
    isOver(): boolean;
    chunk(): void;
}
