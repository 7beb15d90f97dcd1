/** Runs a sync for one install, whoever asks for it: one run at a time, with a record that says how it ended. */
import type { SyncDefinition } from '../declare/sync.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { Dispatch } from './job.ts';
import type { BoundInstall } from './install.ts';
import type { Place } from './site.ts';
/**
 * The dispatch of one run: it takes the sync's lease when it begins, and gives it back when it has ended. It refuses to
 * begin, with nothing done, when the sync runs already or cannot run.
 */
export declare function syncRunOf(place: Place, sync: SyncDefinition, install: BoundInstall, request: RawRequest): Dispatch;
