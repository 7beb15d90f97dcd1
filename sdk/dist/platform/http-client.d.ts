/** The handler's plain HTTP client. */
import type { HttpClient } from '../context/http.ts';
import type { Logger } from '../context/logger.ts';
import type { DeadlineSignal } from './deadline.ts';
import type { Host } from './host.ts';
/** What a client is made of. */
export interface HttpOptions {
    readonly fetch: Host['fetch'];
    /** Ends requests that bring no signal of their own when the invocation's time is up. */
    readonly notice: DeadlineSignal;
    /** Of the CRM's own API, as a URL tells it: calls to it belong into `ctx.crm`. */
    readonly crmOrigin: string;
    readonly logger: Pick<Logger, 'warn'>;
}
export declare function makeHttpClient({ fetch: hostFetch, notice, crmOrigin, logger }: HttpOptions): HttpClient;
