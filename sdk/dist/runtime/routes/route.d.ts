/** What a route is: data for the router, and what to do with a request that it has let through. */
import type { RawRequest } from '../auth/signature-v3.ts';
import type { Place } from '../site.ts';
/** Who may call a route; `runtime/auth/authenticate.ts` has one check for each. */
export type Authentication = 'none' | 'grant' | 'signature-v3' | 'action-signature';
/** A request whose sender has been verified. */
export interface Call extends Place {
    readonly request: RawRequest;
    readonly url: URL;
    /** The capability's id where the path has one, decoded. */
    readonly id: string;
}
/** One line of the router's table. */
export interface Route {
    readonly method: 'GET' | 'POST';
    /** Its first group, where it has one, is the capability's id. */
    readonly path: RegExp;
    readonly authentication: Authentication;
    handle(call: Call): Response | Promise<Response>;
}
