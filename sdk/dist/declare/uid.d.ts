/**
 * Returns the default uid of an id, in UPPER_SNAKE: `car-lease` and `carLease` both become `CAR_LEASE`.
 *
 * The CRM keys the installed type by its uid. After the first install, keep the id or declare the uid.
 */
export declare function deriveUid(id: string): string;
