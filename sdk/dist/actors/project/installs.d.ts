/**
 * The index of the project's installs. It repeats what the install's own actor says (see `actors/install/record.ts`),
 * for lists: the state of one install is to be asked there.
 *
 * Keys: `install/<portal id in 15 digits>`.
 */
import type { Bindings } from '../../runtime/host.ts';
import { type ActorStore } from '../actor.ts';
import type { ActorPart, ActorState, AppParts, ProjectManifest } from '../actor-part.ts';
import type { InstallDescription } from '../install/record.ts';
/** How many installs one list gives at most. */
export declare const MAX_LISTED = 1000;
/** One page of the index, in the order of portal ids. */
export interface InstallPage {
    readonly installs: readonly InstallDescription[];
    /** The id to go on after; left out at the end. */
    readonly next?: string;
}
/** One page of installs, in whatever state. With static auth there is one install, and nothing to index. */
export declare function installPage(store: ActorStore, manifest: ProjectManifest, after: string | undefined, limit: number): InstallPage;
export declare function installs({ store }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart;
