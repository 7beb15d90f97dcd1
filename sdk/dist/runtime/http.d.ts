/** The handler's plain HTTP client. */
import type { HttpClient } from '../context/http.ts';
import type { Host } from './host.ts';
/** @param signal ends requests that bring no signal of their own when the invocation's time is up */
export declare function makeHttpClient(fetch: Host['fetch'], signal: AbortSignal): HttpClient;
