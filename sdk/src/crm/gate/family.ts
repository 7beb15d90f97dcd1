/** Calls that share one limit of the CRM. */
export type CrmFamily = 'general' | 'search';
