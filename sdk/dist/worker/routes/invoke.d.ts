/** POST /capabilities/{id}/invoke?kind=: the project's own tools run a tool or a card backend. */
import type { Route } from '../request/route.ts';
export declare const invoke: Route;
