/**
 * Returns the default uid of an id, in UPPER_SNAKE: `car-lease` and `carLease` both become `CAR_LEASE`.
 *
 * The CRM keys the installed type by its uid. After the first install, keep the id or declare the uid.
 */
export function deriveUid(id: string): string {
  return id
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z0-9])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
