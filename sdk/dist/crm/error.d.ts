/** The error of a call that the CRM answered with an error. It does not cover calls that got no answer. */
import type { CrmError } from '../context/crm.ts';
export declare class CrmAnswerError extends Error implements CrmError {
    readonly name = "CrmError";
    readonly status: number;
    readonly category?: string;
    readonly correlationId?: string;
    readonly body: unknown;
    constructor(method: string, path: string, status: number, body: unknown);
}
