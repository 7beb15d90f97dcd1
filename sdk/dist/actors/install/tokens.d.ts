/**
 * The tokens of an install: sealed at rest, refreshed by one request at a time, the newest refresh token on disk before
 * anybody is given the access token that came with it.
 *
 * Keys: `tokens`. Due: `refreshTokens`, a week after the last refresh: an app that calls nothing would never learn that
 * it was uninstalled, since the CRM tells nobody; the refresh token that is refused is how it is noticed.
 */
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
/** What `register` is given: from the one place that has just traded a code. */
export interface Registration {
    readonly portalId: number;
    readonly scopes: readonly string[];
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly expiresAt: number;
}
export declare function tokens(state: ActorState, env: Bindings, app: AppParts): ActorPart;
