/** What one step of a run is made of, and how much of it is left. */

import type { SourceDefinition } from '../capability/source.ts';
import type { CrmBatchObjects } from '../context/crm-batch.ts';
import type { SourceHttpClient } from '../context/http.ts';
import type { EdgePlan } from '../platform/edge-plan.ts';
import type { Grant } from '../protocol/sync.ts';
import type { SyncPort } from './port.ts';
import type { RowRules } from './rows.ts';
import type { ReadBatch } from './unwritten.ts';

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
  /** Whether nothing more leaves: the step's time or calls are spent. */
  readonly isCutOff: () => boolean;
  /** Told of a throw of the source. */
  readonly onThrow: (thrown: unknown) => void;
}

/** What is left of a step. */
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
