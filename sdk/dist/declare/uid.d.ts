/** The portal-side identity of app objects, associations and events. */
/**
 * The uid that an id gets when none is declared: UPPER_SNAKE, so `car-lease` and `carLease` are both `CAR_LEASE`.
 *
 * The installed type is keyed by it: once an app is installed, keep the id or declare the uid.
 */
export declare function deriveUid(id: string): string;
