import { isObject } from '../platform/body.ts';

/** Returns the objects of a list in a response. */
export function objectsIn(answer: unknown, list: string): Record<string, unknown>[] {
  const values = isObject(answer) ? answer[list] : undefined;
  return Array.isArray(values) ? values.filter(isObject) : [];
}
