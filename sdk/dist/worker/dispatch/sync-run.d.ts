/**
 * One step of a sync for one install, whoever asks for it: rows first, where the sync has a source, then its handler.
 * The step is granted and ended by the install's actor (see actors/install/run-steps.ts), so there is one at a time.
 */
import { type SyncDefinition } from '../../capability/sync.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Grant } from '../../protocol/sync.ts';
import type { Dispatch } from '../invocation/job.ts';
/**
 * The dispatch of one step.
 * @param granted by the install's alarm; without it somebody runs the sync by hand, and the step is asked for
 */
export declare function syncRunOf(place: RequestContext, sync: SyncDefinition, install: BoundInstall, request: RawRequest, granted?: Grant): Dispatch;
