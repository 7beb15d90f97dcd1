/** The one way out to the CRM: every call, typed or raw, goes through `send`. Pacing has its place here, nowhere else. */
import type { CrmRequestInit } from '../context/crm.ts';
import type { CrmCallRecord } from '../runtime/checkpoint.ts';
/** What a client is made of. */
export interface CrmOptions {
    readonly fetch: (input: URL, init: RequestInit) => Promise<Response>;
    readonly now: () => number;
    /** The origin of the API, without a slash at the end. */
    readonly apiOrigin: string;
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
export type Send = (method: string, path: string, init?: CrmRequestInit) => Promise<unknown>;
/** Makes the `send` of one client. */
export declare function makeSend(options: CrmOptions): Send;
