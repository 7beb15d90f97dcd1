import { inputOf } from './path.ts';

/**
 * Returns the properties of a write in the form that the CRM accepts. It clears a property whose value is an empty
 * text. For null it reports success and keeps the old value.
 */
export function writtenProperties(record: { readonly properties: object }): object {
  const properties = Object.entries(inputOf(inputOf(record).properties));
  return Object.fromEntries(properties.map(([name, value]) => [name, value === null ? '' : value]));
}
