/** An install as its actor, the project's index and workers know it. */
import type { InstallState } from '../context/install.ts';
/** The id of the one install of an app with static auth. */
export declare const STATIC_INSTALL = "static";
/** The install that an invocation runs for; its id is null where a webhook delivery names a portal and no install. */
export interface BoundInstall {
    readonly id: string | null;
    readonly portalId: number | null;
    readonly state: InstallState;
    /** Given by a granted request instead of what is set for the install. */
    readonly config?: Record<string, unknown>;
}
/** An install as the index has it, and as control routes give it. */
export interface InstallDescription {
    readonly id: string;
    /** Null for the one install of an app with static auth: its portal is not known here. */
    readonly portalId: number | null;
    readonly state: Exclude<InstallState, 'unbound'>;
    /** Since when it is in that state. */
    readonly since?: number;
    readonly installedAt?: number;
    readonly scopes?: readonly string[];
    /** When its data will be erased, unless the app is installed again. */
    readonly eraseAt?: number;
}
/** One page of the index, in the order of portal ids. */
export interface InstallPage {
    readonly installs: readonly InstallDescription[];
    /** The id to go on after; left out at the end. */
    readonly next?: string;
}
/** A portal id as surfaces send it (number or digits); null when it is anything else. */
export declare function readPortalId(value: unknown): number | null;
/** Stands for the install on the trigger path. */
export declare function unboundInstall(portalId: number | null): BoundInstall;
/** For how long what is known serves while the actor is asked again, in milliseconds. */
export declare const STALE_MS = 600000;
/** An access token is handed out when it is good for so long at least, in milliseconds. */
export declare const MIN_LIFE_MS = 60000;
