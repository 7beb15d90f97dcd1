/** Routes: data for the router, and a handler for verified requests. */

import type { RawRequest } from '../../platform/raw-request.ts';
import type { AppRequestContext, BaseRequestContext, RequestContext } from '../../protocol/request-context.ts';

/** Who may call a route; `worker/auth/authenticate.ts` implements each. `own`: the route verifies the sender. */
export type Authentication = 'none' | 'grant' | 'card-signature' | 'delivery-signature' | 'action-signature' | 'own';

/** A request whose sender has been verified. */
export type CallOf<P extends BaseRequestContext> = P & {
  readonly request: RawRequest;
  readonly url: URL;
  /** First group of the path, decoded, such as the capability's id; empty if the path has none. */
  readonly id: string;
};

/** One entry of a router's table. A path has one entry per method. */
export interface RouteOf<P extends BaseRequestContext> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The first group, if any, is an id. */
  readonly path: RegExp;
  readonly authentication: Authentication;
  handle(call: CallOf<P>): Response | Promise<Response>;
}

/** A request to a user worker, and its route. */
export type Call = CallOf<RequestContext>;
export type Route = RouteOf<RequestContext>;

/** A request to the app worker, and its route. */
export type AppCall = CallOf<AppRequestContext>;
export type AppRoute = RouteOf<AppRequestContext>;
