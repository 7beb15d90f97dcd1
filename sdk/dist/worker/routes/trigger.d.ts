/** POST /webhooks/crm/{trigger_id}: one trigger gets a delivery of the CRM's webhooks. */
import type { Route } from '../request/route.ts';
export declare const trigger: Route;
