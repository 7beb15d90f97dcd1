/** Request in, response out: finds the route, reads the body, verifies the sender, and answers errors with their body. */
import type { BaseRequestContext } from '../protocol/request-context.ts';
import type { RouteOf } from './request/route.ts';
/**
 * Serves one request from a table of routes. Never rejects.
 * @param worker the name under which a fault of the runtime is reported
 */
export declare function route<P extends BaseRequestContext>(table: readonly RouteOf<P>[], place: P, request: Request, worker: string): Promise<Response>;
