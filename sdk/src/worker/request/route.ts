/** What a route is: data for the router, and what to do with a request that it has let through. */

import type { RawRequest } from '../../platform/raw-request.ts';
import type { AppRequestContext, BaseRequestContext, RequestContext } from '../../protocol/request-context.ts';

/** Who may call a route; `worker/auth/authenticate.ts` has one check for each. `own`: the route checks by itself. */
export type Authentication = 'none' | 'grant' | 'card-signature' | 'delivery-signature' | 'action-signature' | 'own';

/** A request whose sender has been verified. */
export type CallOf<P extends BaseRequestContext> = P & {
  readonly request: RawRequest;
  readonly url: URL;
  /** The first group of the path, decoded: the capability's id where it has one; else empty. */
  readonly id: string;
};

/** One line of a router's table. A path that takes several methods has a line for each. */
export interface RouteOf<P extends BaseRequestContext> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Its first group, where it has one, is an id. */
  readonly path: RegExp;
  readonly authentication: Authentication;
  handle(call: CallOf<P>): Response | Promise<Response>;
}

/** A request to a user worker, and a route of it. */
export type Call = CallOf<RequestContext>;
export type Route = RouteOf<RequestContext>;

/** A request to the app worker, and a route of it. */
export type AppCall = CallOf<AppRequestContext>;
export type AppRoute = RouteOf<AppRequestContext>;

/** A route that both kinds of workers have. */
export type CommonRoute = RouteOf<BaseRequestContext>;
