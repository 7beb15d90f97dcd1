/** The deploy manifest: the plain-data form of an app and its workers. Handlers and credentials are never in it. */

import type { WorkerDefinition } from './declare/worker.ts';

/** Placeholder until the shapes are written. */
export interface WorkerManifest {
  readonly name: string;
}

/** The manifest of one worker. */
export function workerManifest(worker: WorkerDefinition): WorkerManifest {
  return { name: worker.name };
}
