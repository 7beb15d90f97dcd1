/** The managed CRM client: authenticated for the install, paced by the portal's rate budget. */
import type { CrmBatch } from './crm-batch.ts';
import type { CrmConversations } from './crm-conversations.ts';
import type { CrmObjects } from './crm-records.ts';
import type { CrmAssociations, CrmProperties } from './crm-schema.ts';
/** What a raw call carries. */
export interface CrmRequestInit {
    readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
    /** Sent as JSON. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
}
/** What a call rejects with when the CRM answers with an error. Every member but `status` may be missing. */
export interface CrmError extends Error {
    readonly name: 'CrmError';
    /** The HTTP status. */
    readonly status: number;
    readonly category?: string;
    readonly correlationId?: string;
    /** The parsed JSON, or the text where the body is no JSON. */
    readonly body: unknown;
}
/**
 * The CRM, authenticated for the install and paced: every call, typed or raw, first takes a token of the portal's
 * budget, so handlers almost never see a 429. When the budget is spent the invocation ends with the surface's
 * backpressure result.
 */
export interface CrmClient {
    readonly objects: CrmObjects;
    readonly batch: CrmBatch;
    readonly associations: CrmAssociations;
    readonly properties: CrmProperties;
    readonly conversations: CrmConversations;
    /** Any other path of the CRM's API, such as `/crm/v3/owners`; gives the parsed JSON. */
    request<T = unknown>(method: string, path: string, init?: CrmRequestInit): Promise<T>;
}
