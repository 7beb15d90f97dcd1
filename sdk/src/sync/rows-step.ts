import type { SourceDefinition } from '../capability/source.ts';
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import type { SourceHttpClient } from '../context/http.ts';
import type { EdgePlan } from '../platform/edge-plan.ts';
import type { Grant } from '../protocol/sync.ts';
import type { SyncPort } from './port.ts';
import type { RowRules } from './rows.ts';
import type { ReadBatch } from './unwritten.ts';

/** One step of a run that writes rows. */
export interface RowsStep {
  readonly source: SourceDefinition;
  readonly grant: Grant;
  readonly port: SyncPort;
  readonly rules: RowRules;
  /** The object type to write to. */
  readonly into: string;
  readonly upsert: CrmBatchObjects['upsert'];
  readonly readBatch: ReadBatch;
  readonly http: SourceHttpClient;
  readonly plan: EdgePlan;
  readonly now: () => number;
  /** Returns the number of calls made. */
  readonly calls: () => number;
  /** Reports whether the step may send nothing more, since its time or calls are used up. */
  readonly isCutOff: () => boolean;
  /** Reports an error that the source threw. */
  readonly onThrow: (thrown: unknown) => void;
}

/** Tracks the limits of a step. */
export interface Spending {
  isOver(): boolean;
  chunk(): void;
}

export function spending({ plan, now, calls }: RowsStep): Spending {
  const until = now() + plan.stepMs;
  let chunks = 0;
  return {
    isOver: () => chunks >= plan.stepChunks || now() >= until || calls() >= plan.stepCalls,
    chunk: () => void (chunks += 1),
  };
}
