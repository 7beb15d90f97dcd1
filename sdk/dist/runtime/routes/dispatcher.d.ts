/**
 * POST /webhooks/crm, on the app worker: the platform has one target URL an app. Each event goes to the triggers that
 * ask for it, whichever worker has them; one call a worker, since the edge bounds how many workers a request may call.
 */
import type { AppRoute } from './route.ts';
export declare const dispatcher: AppRoute;
