/** The definitions of a worker, prepared once when its module loads. */
import type { WorkerDefinitions, WorkerParts } from '../protocol/request-context.ts';
export declare function workerDefinitions(parts: WorkerParts): WorkerDefinitions;
