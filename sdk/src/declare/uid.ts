/** The portal-side identity of app objects, associations and events. */

/**
 * The uid that an id gets when none is declared: UPPER_SNAKE, so `car-lease` and `carLease` are both `CAR_LEASE`.
 *
 * The installed type is keyed by it: once an app is installed, keep the id or declare the uid.
 */
export function deriveUid(id: string): string {
  return id
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z0-9])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
