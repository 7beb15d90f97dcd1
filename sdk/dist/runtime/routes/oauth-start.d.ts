/**
 * GET /oauth-start[?portal=]: sends a person's browser to the CRM, to consent to the install. `portal` leads to that
 * account without asking which.
 */
import type { AppPlace } from '../site.ts';
import type { AppRoute } from './route.ts';
export declare const oauthStart: AppRoute;
/** Where the CRM sends the browser back to: the same for the consent and for the code, or the CRM refuses it. */
export declare function redirectUri(url: URL): string;
/** Refuses where an install cannot come to its end: before anybody has consented to it. */
export declare function requireOAuth({ manifest, env }: AppPlace): void;
