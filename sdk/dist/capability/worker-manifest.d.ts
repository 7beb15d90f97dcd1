import type { WorkerManifest } from '../manifest/manifest.ts';
import type { NamedCapabilities } from './capability.ts';
/** @throws {Error} when two capabilities of one kind share an id */
export declare function workerManifest(worker: NamedCapabilities): WorkerManifest;
