/** POST /workflow-actions/{id}/invoke: a workflow or an agent of the platform runs a tool. */
import type { Route } from '../request/route.ts';
export declare const workflowAction: Route;
