/** Runs a sync for one install, whoever asks for it: one run at a time, with a record that says how it ended. */
import type { SyncDefinition } from '../declare/sync.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { Dispatch } from './dispatch.ts';
import type { BoundInstall } from './install.ts';
import type { Place } from './site.ts';
/** The dispatch of one run that has begun. */
type SyncDispatch = Dispatch & {
    readonly capability: SyncDefinition;
};
/**
 * Takes the sync's lease, and gives the dispatch that runs it and gives it back.
 * Throws a Refusal, with nothing done but a record of it, when it runs already or cannot run.
 */
export declare function startSync(place: Place, sync: SyncDefinition, install: BoundInstall, request: RawRequest): Promise<SyncDispatch>;
export {};
