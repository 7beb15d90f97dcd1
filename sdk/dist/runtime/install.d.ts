/** Which install an invocation belongs to. */
import type { InstallState } from '../context/install.ts';
/** The id of the one install of an app with static auth. */
export declare const STATIC_INSTALL = "static";
/** The install that an invocation runs for. */
export interface BoundInstall {
    readonly id: string;
    readonly portalId: number | null;
    readonly state: InstallState;
    /** Given by a granted request instead of what is set for the install. */
    readonly config?: Record<string, unknown>;
}
/** A portal id as surfaces send it (number or digits); null when it is anything else. */
export declare function readPortalId(value: unknown): number | null;
/** The install of a portal: the one that there is with static auth, else one an account. */
export declare function installOf(auth: 'static' | 'oauth', portalId: number | null): BoundInstall;
/** The install that a granted request names: each member that it leaves out is that of the portal's install. */
export declare function installFrom(auth: 'static' | 'oauth', named: unknown): BoundInstall;
