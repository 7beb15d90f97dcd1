/** Options of `ctx.crm.budget`. */
export interface CrmBudgetOptions {
  /** The number of calls that `waitMs` is about, from 1 to 100,000. A batch of 100 records is one call. Default: 1. */
  readonly calls?: number;
  /** Whether they are searches, which have a limit of their own. Default: false. */
  readonly search?: boolean;
}

/**
 * What is left of the portal's rate budget for the invocation's surface, behind the calls that wait already. Others use
 * the budget, too, so it is an estimate.
 */
export interface CrmBudget {
  /** Calls that would leave now, without waiting. */
  readonly now: number;
  /**
   * Calls left in the window of the CRM: 10 s, or 1 s of searches. Until the first response, which tells the limit, the
   * capacity of the app's bucket is assumed, and at least 100.
   */
  readonly window: number;
  /**
   * Calls left until midnight of the account, for all its private apps. 0 after a 429 of the daily limit. Absent if it
   * is unknown: the CRM reports it for static tokens only.
   */
  readonly day?: number;
  /** Milliseconds until the last of `calls` calls would leave, if all were made now. 0 if all would leave at once. */
  readonly waitMs: number;
}
