import { invalid } from '../platform/arguments.ts';

/** Returns an argument that is a list. Throws if it is not an array. */
export function listOf<T>(values: readonly T[], what: string): readonly T[] {
  if (!Array.isArray(values)) {
    throw invalid(`invalid ${what}: expected an array, got ${typeof values}`);
  }
  return values;
}
