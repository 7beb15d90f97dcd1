import { isObject } from '../platform/body.ts';
import { writtenValue } from './written-properties.ts';

/** Writes a member of a search in the form that the CRM documents: values as text, and a sort as `name` or `-name`. */
export function writtenSearch(member: string, value: unknown): unknown {
  if (isObject(value) && 'direction' in value) {
    return `${value['direction'] === 'DESCENDING' ? '-' : ''}${value['propertyName']}`;
  }
  return member === 'limit' ? value : writtenValue(value);
}
