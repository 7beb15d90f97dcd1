/** POST /workflow-actions/{id}/batched/invoke: a tool runs for many records; each run completes a callback of its own. */
import type { Route } from '../request/route.ts';
/** How many items one call may bring: as many as the CRM takes in one call of its own. */
export declare const MAX_ITEMS = 100;
export declare const batchedAction: Route;
