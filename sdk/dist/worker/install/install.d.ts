/** Which install an invocation belongs to: the one that there is with static auth, else the one of its portal. */
import { type BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/**
 * The install of a portal. With static auth nobody is asked; else what is known is at most `FRESH_MS` old, or
 * `STALE_MS` while the actor is asked again in the background. What is not active is asked about each time. Refuses with `install_not_found` where the app is not
 * installed: that is never remembered, so a new install counts at once.
 */
export declare function installOf(place: RequestContext, portalId: number | null): Promise<BoundInstall>;
/** The install that a granted request names: each member that it leaves out is that of the portal's install. */
export declare function installFrom(place: RequestContext, named: unknown): Promise<BoundInstall>;
/** Remembers that the CRM has taken back its consent, so that the next invocation already sees it. */
export declare function noteLostConsent(portalId: number): void;
