/** How a call of the CRM fails: with the CRM's own error, or with no answer at all. */
import type { CrmError } from '../context/crm.ts';
/** The CRM answered with an error. */
export declare class CrmAnswerError extends Error implements CrmError {
    readonly name = "CrmError";
    readonly status: number;
    readonly category?: string;
    readonly correlationId?: string;
    readonly body: unknown;
    /** What its Retry-After says, in milliseconds. Not enumerable: it is the client's, not the handler's. */
    readonly retryAfterMs?: number | undefined;
    constructor(method: string, path: string, status: number, body: unknown, retryAfterMs?: number);
}
/** The CRM gave no answer, or one that broke off: it may have done what it was asked for. */
export declare class CrmNoAnswerError extends Error {
    constructor(method: string, path: string, cause: unknown);
}
