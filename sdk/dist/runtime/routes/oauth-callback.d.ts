/** GET /oauth-callback: the CRM sends a person's browser back with a code, which is traded for the install's tokens. */
import type { AppRoute } from './route.ts';
export declare const oauthCallback: AppRoute;
