export { crmErrorCode } from '../context/crm-errors.ts';

/** Adds nothing to requests. */
export function extend(): void {}
