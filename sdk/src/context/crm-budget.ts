/** Options of `ctx.crm.budget`. */
export interface CrmBudgetOptions {
  /** The number of planned calls, for `waitMs`: 1 to 100,000. A batch of 100 records is one call. Default: 1. */
  readonly calls?: number;
  /** Whether the planned calls are searches, which have their own limit. Default: false. */
  readonly search?: boolean;
}

/**
 * An estimate of what is left of the portal's rate budget after the calls that already wait, at the priority of this
 * invocation. Other invocations and apps may use the budget in the meantime.
 */
export interface CrmBudget {
  /** Calls that would be sent now, without waiting. */
  readonly now: number;
  /**
   * Calls left in the CRM's current window of 10 s, or of 1 s for searches. Responses of the CRM report its limit.
   * Before the first response, this assumes the capacity of the app's bucket, but at least 100.
   */
  readonly window: number;
  /**
   * Calls left until midnight in the portal's time zone, shared by its private apps. 0 after a 429 for the daily limit.
   * Absent if unknown: the CRM reports it only for `auth: 'static'`.
   */
  readonly day?: number;
  /** Milliseconds until the last of the planned calls would be sent, if all were made now. 0 if none would wait. */
  readonly waitMs: number;
}
