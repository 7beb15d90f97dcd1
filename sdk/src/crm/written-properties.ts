import { inputOf } from '../platform/arguments.ts';

/**
 * Returns the properties of a write in the form that the CRM documents: text. It clears a property whose value is an
 * empty text. For null it reports success and keeps the old value.
 */
export function writtenProperties(record: { readonly properties: object }): object {
  const properties = Object.entries(inputOf(inputOf(record).properties));
  return Object.fromEntries(properties.map(([name, value]) => [name, value === null ? '' : writtenValue(value)]));
}

/** Returns a number or a boolean as text. A value of another type stays what it is. */
export function writtenValue(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
