import type { CrmBatch } from './crm-batch.ts';
import type { CrmBudget, CrmBudgetOptions } from './crm-budget.ts';
import type { CrmConversations } from './crm-conversations.ts';
import type { CrmObjects } from './crm-records.ts';
import type { CrmAssociations, CrmProperties } from './crm-schema.ts';

/** Options of `ctx.crm.request`. */
export interface CrmRequestInit {
  /** Query parameters. Undefined values are omitted, and commas join the members of an array. Default: none. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** The body, sent as JSON. Default: none. */
  readonly body?: unknown;
  /** Additional headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the call. The time limit of the invocation cancels it in any case. */
  readonly signal?: AbortSignal;
  /** Time limit of one attempt, in ms. The CRM may have applied a call that timed out. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** The error of a call that the CRM answered with an error status. */
export interface CrmError extends Error {
  /** Always `CrmError`. */
  readonly name: 'CrmError';
  /** `missing_scopes` if the app lacks a scope, otherwise `http_error`. */
  readonly code: 'http_error' | 'missing_scopes';
  /** The HTTP status. */
  readonly status: number;
  /** The CRM's category, such as `VALIDATION_ERROR`. Absent when the CRM gives none. */
  readonly category?: string;
  /** The CRM's id of the request, for its support team. Absent when the CRM gives none. */
  readonly correlationId?: string;
  /** The body: parsed JSON, or the text when it is not valid JSON. */
  readonly body: unknown;
}

/**
 * The CRM client of the install. It authenticates calls and sends each only when the portal's rate budget allows it, so
 * handlers almost never see a 429.
 *
 * When a call would have to wait longer than `retry.capMs`, it rejects with `CrmBackpressure`. If the handler does not
 * catch it, a workflow continues with `retryAfterSeconds` in the output of the action, and other callers are asked to
 * try again later. In the handler of a trigger every call rejects, because a delivery names no install: use
 * `lookupInstall` or `handOff`. Every error has a `code`: see `crmErrorCode`.
 */
export interface CrmClient {
  /**
   * Estimates what is left of the portal's rate budget, so that a handler can plan: how many calls would be sent now,
   * and how long a number of calls would wait. It does not call the CRM. Rejects in the handler of a trigger, which has
   * no install.
   *
   * @example
   * import { retryLater, type HandlerContext } from '@svc/sdk';
   *
   * export async function refresh(ctx: HandlerContext, ids: readonly string[]) {
   *   const { waitMs, day = Infinity } = await ctx.crm.budget({ calls: ids.length });
   *   if (waitMs > 10_000 || day < ids.length) {
   *     return retryLater('the CRM is busy', Math.ceil(waitMs / 1000));
   *   }
   *   return Promise.all(ids.map((id) => ctx.crm.objects.get('contacts', id)));
   * }
   */
  budget(options?: CrmBudgetOptions): Promise<CrmBudget>;
  /** Reads and writes records. */
  readonly objects: CrmObjects;
  /** Reads and writes records, property definitions and associations in batches. */
  readonly batch: CrmBatch;
  /** Reads and writes associations between records. */
  readonly associations: CrmAssociations;
  /** Reads and writes property definitions. */
  readonly properties: CrmProperties;
  /** Custom channels and visitor identification. */
  readonly conversations: CrmConversations;
  /**
   * Calls any other path of the CRM's API, such as `/crm/v3/owners`, and returns the parsed JSON. It retries a 429, but
   * no other failure, because the CRM may have applied the call.
   */
  request<T = unknown>(method: string, path: string, init?: CrmRequestInit): Promise<T>;
}
