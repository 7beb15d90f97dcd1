/**
 * The `fetch` of a source's `ctx.http`: every request carries the source's credentials, and none of them goes where the
 * source sends a request on to another origin. So redirects are followed here, by the rules of the web platform.
 */
import type { Host } from '../../platform/host.ts';
import type { Credentials } from './credentials.ts';
export declare function sourceFetch(fetch: Host['fetch'], credentials: Credentials): Host['fetch'];
