/** POST /_svc/cards/{id}: a card asks its backend. The platform signs the call and says in the query which portal it is. */
import type { Route } from '../request/route.ts';
export declare const card: Route;
