/**
 * One step of a sync for one install, whoever asks for it: rows first, where the sync has a source, then its handler.
 * The step is granted and ended by the install's actor (see actors/install/run-steps.ts), so there is one at a time.
 */
import { type SyncDefinition } from '../declare/sync.ts';
import type { Grant } from '../sync/wire.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { BoundInstall } from './install.ts';
import type { Dispatch } from './job.ts';
import type { Place } from './site.ts';
/**
 * The dispatch of one step.
 * @param granted by the install's alarm; without it somebody runs the sync by hand, and the step is asked for
 */
export declare function syncRunOf(place: Place, sync: SyncDefinition, install: BoundInstall, request: RawRequest, granted?: Grant): Dispatch;
