/** The handler's plain HTTP client. */
import type { HttpClient } from '../context/http.ts';
import type { Notice } from './budget.ts';
import type { Host } from './host.ts';
/** @param notice ends requests that bring no signal of their own when the invocation's time is up */
export declare function makeHttpClient(fetch: Host['fetch'], notice: Notice): HttpClient;
