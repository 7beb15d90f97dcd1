/** POST /webhooks/{source}: the sender of a push source posts. The source's own hmac lets it in. */
import type { Route } from '../request/route.ts';
export declare const pushSource: Route;
