/** Which installs get what a push source's sender posts: every active one, or the one that `?install=` names. */
import { type BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** The ids of the installs. Refuses with `install_not_found` where there is none: the sender keeps its rows then. */
export declare function targetInstalls(place: RequestContext, named: string | null, installOf: (portalId: number | null) => Promise<BoundInstall>): Promise<string[]>;
