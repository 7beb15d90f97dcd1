/** The families of calls: each has a limit of its own. */
/** Calls that the CRM counts together. */
export type CrmFamily = 'general' | 'search';
