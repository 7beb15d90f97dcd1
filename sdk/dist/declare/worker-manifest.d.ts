/** The manifest of one worker. */
import type { WorkerManifest } from '../manifest.ts';
import type { NamedCapabilities } from './capability.ts';
/** The manifest of a worker. Throws when two of its capabilities of one kind share an id. */
export declare function workerManifest(worker: NamedCapabilities): WorkerManifest;
