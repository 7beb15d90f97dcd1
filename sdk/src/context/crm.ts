import type { CrmBatch } from './crm-batch.ts';
import type { CrmBudget, CrmBudgetOptions } from './crm-budget.ts';
import type { CrmConversations } from './crm-conversations.ts';
import type { CrmObjects } from './crm-records.ts';
import type { CrmAssociations, CrmProperties } from './crm-schema.ts';

/** Options of `ctx.crm.request`. */
export interface CrmRequestInit {
  /** Query parameters. Undefined values are omitted, and arrays repeat the parameter. Default: none. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** The body, sent as JSON. Default: none. */
  readonly body?: unknown;
  /** Additional headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the call. The end of the invocation cancels it, too. */
  readonly signal?: AbortSignal;
  /** Time limit of one attempt, in ms. The CRM may have applied an abandoned call. Default: 10,000. */
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
  /** The CRM's id of the request, for its support. Absent when the CRM gives none. */
  readonly correlationId?: string;
  /** The body: parsed JSON, or the text when it is not valid JSON. */
  readonly body: unknown;
}

/**
 * The CRM client of the install. It authenticates every call and paces it: a call takes a token of the portal's rate
 * budget before it leaves, so handlers almost never see a 429.
 *
 * When the budget is exhausted for longer than the retry cap, the call rejects with `CrmBackpressure`. A handler that
 * does not catch it ends with the backpressure result of its surface. On the trigger path, a delivery names no install
 * and every call rejects: use `lookupInstall` or `handOff`. Every error has a `code`: see `crmErrorCode`.
 */
export interface CrmClient {
  /**
   * Returns what is left of the portal's rate budget, so that a handler can plan: how many calls would leave now, and
   * how long some more would take. It makes no call. Rejects like the calls of the CRM without an install.
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
  /** Records. */
  readonly objects: CrmObjects;
  /** Records, properties and associations in batches. */
  readonly batch: CrmBatch;
  /** Associations between records. */
  readonly associations: CrmAssociations;
  /** Property definitions. */
  readonly properties: CrmProperties;
  /** Custom channels and visitor identification. */
  readonly conversations: CrmConversations;
  /**
   * Calls any other path of the CRM's API, such as `/crm/v3/owners`, and returns the parsed JSON. It retries only a
   * 429.
   */
  request<T = unknown>(method: string, path: string, init?: CrmRequestInit): Promise<T>;
}
