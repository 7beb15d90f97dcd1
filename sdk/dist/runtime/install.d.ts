/** Which install an invocation belongs to: the one that there is with static auth, else the one of its portal. */
import type { InstallState } from '../context/install.ts';
import type { Place } from './site.ts';
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
/** A portal id as surfaces send it (number or digits); null when it is anything else. */
export declare function readPortalId(value: unknown): number | null;
/** Stands for the install on the trigger path. */
export declare function unboundInstall(portalId: number | null): BoundInstall;
/**
 * The install of a portal. With static auth nobody is asked; else what is known is at most `FRESH_MS` old, or
 * `STALE_MS` while the actor is asked again in the background. What is not active is asked about each time. Refuses with `install_not_found` where the app is not
 * installed: that is never remembered, so a new install counts at once.
 */
export declare function installOf(place: Place, portalId: number | null): Promise<BoundInstall>;
/** The install that a granted request names: each member that it leaves out is that of the portal's install. */
export declare function installFrom(place: Place, named: unknown): Promise<BoundInstall>;
/** Remembers that the CRM has taken back its consent, so that the next invocation already sees it. */
export declare function noteLostConsent(portalId: number): void;
/** For how long what is known serves while the actor is asked again, in milliseconds. */
export declare const STALE_MS = 600000;
