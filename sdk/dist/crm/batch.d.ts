/** `ctx.crm.batch`: what makes each kind of batch different. How batches go out is in batch-run.ts. */
import type { CrmBatch } from '../context/crm-batch.ts';
import type { BatchWay } from './batch-run.ts';
import type { CrmPaths } from './paths.ts';
export declare function makeBatch(way: BatchWay, paths: CrmPaths): CrmBatch;
