/** The one way out to the CRM: every call, typed or raw, goes through `send`, and through the gate of its portal. */
import type { CrmRequestInit } from '../context/crm.ts';
import type { CrmCallRecord } from '../platform/observation.ts';
import type { RateMetrics } from './gate/metrics.ts';
import type { Pacer } from './gate/pacer.ts';
/** What a client is made of. */
export interface CrmOptions {
    readonly fetch: (input: URL, init: RequestInit) => Promise<Response>;
    readonly now: () => number;
    /** The origin of the API, without a slash at the end. */
    readonly apiOrigin: string;
    /** Of the headers that tell rate limits, such as `X-Crm`. */
    readonly headerPrefix: string;
    /** Whom calls wait at. */
    readonly pacer: Pacer;
    /** Told of what the app wants to see of its rates. */
    readonly metrics?: RateMetrics;
    /** The access token of the install, another one than `refused` where there can be; rejects when there is none. */
    readonly token: (refused?: string) => Promise<string>;
    /** Told of each call when it has ended. */
    readonly onCall: (call: Omit<CrmCallRecord, 'type' | 'invocation'>) => void;
    /** Its signal ends calls that bring none of their own when the invocation's time is up. */
    readonly notice?: {
        readonly signal: AbortSignal;
    };
}
/** Sends one request and gives the parsed JSON of a 2xx answer. */
export type Send = (method: string, path: string, init?: SendInit) => Promise<unknown>;
export interface SendInit extends CrmRequestInit {
    /**
     * What is done when a call fails for a reason that may pass (a 5xx, no answer): one that may be made twice is tried
     * again, one that makes something only when it surely was not done, `none` never. Default: `none`.
     */
    readonly retry?: 'idempotent' | 'create' | 'none';
}
/** Makes the `send` of one client. */
export declare function makeSend(options: CrmOptions): Send;
