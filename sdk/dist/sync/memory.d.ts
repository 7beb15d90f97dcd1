/** `ctx.sync`: what the handler of a sync remembers between runs, for each install. */
import type { SyncCursorContext } from '../context/sync.ts';
import type { SyncPort } from './port.ts';
/** @param port asked for by each call: the step is granted before the handler runs, and after its context is made */
export declare function makeSyncMemory(port: () => SyncPort): SyncCursorContext;
