/** Which installs get what a push source's sender posts: every active one, or the one that `?install=` names. */
import type { Place } from '../runtime/site.ts';
/** The ids of the installs. Refuses with `install_not_found` where there is none: the sender keeps its rows then. */
export declare function targetInstalls(place: Place, named: string | null): Promise<string[]>;
