import type { FlagClientResult, FlagsClientSnapshot } from '../context/flags.ts';

export type { FlagClientResult, FlagsClientSnapshot };

/** Reads evaluated flags from memory. It returns the default if a flag is missing or has another type. */
export interface FlagsSnapshotProvider {
  /** Returns the results of these keys. Missing keys are left out. */
  evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
  /** Returns the value of a boolean flag, or the default. */
  getBoolean(key: string, defaultValue: boolean): boolean;
  /** Returns the value of a string flag, or the default. */
  getString(key: string, defaultValue: string): string;
  /** Returns the value of a number flag, or the default. */
  getNumber(key: string, defaultValue: number): number;
  /**
   * Returns the value of a JSON flag, or the default. The value must be an object or array like the default. If the
   * default is null or undefined, every value is accepted.
   */
  getJson<T = unknown>(key: string, defaultValue: T): T;
}

function kind(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** Reports whether a value has the type of the default. A default of null or undefined accepts any value. */
export function fits<T>(value: unknown, defaultValue: T): value is T {
  return (
    value !== undefined && (defaultValue === undefined || defaultValue === null || kind(value) === kind(defaultValue))
  );
}

/**
 * Creates a provider that reads the `flags` of a card backend's response.
 *
 * @param snapshot the evaluated flags. If it is missing or malformed, every call returns its default
 * @example
 * import { createFlagsSnapshotProvider, type FlagsClientSnapshot } from '@svc/sdk/ui';
 *
 * export function layoutOf(response: { flags?: FlagsClientSnapshot }) {
 *   return createFlagsSnapshotProvider(response.flags).getString('layout', 'classic');
 * }
 */
export function createFlagsSnapshotProvider(snapshot: FlagsClientSnapshot | null | undefined): FlagsSnapshotProvider {
  const values: unknown = snapshot?.values;
  function find(key: string): FlagClientResult | undefined {
    const known = typeof values === 'object' && values !== null && Object.hasOwn(values, key);
    const result: unknown = known ? (values as Record<string, unknown>)[key] : undefined;
    return typeof result === 'object' && result !== null && Object.hasOwn(result, 'value')
      ? (result as FlagClientResult)
      : undefined;
  }
  function get<T>(key: string, defaultValue: T): T {
    const value = find(key)?.value;
    return fits(value, defaultValue) ? value : defaultValue;
  }
  return {
    evaluate: (keys) =>
      Object.fromEntries(
        keys
          .map((key) => [key, find(key)] as const)
          .filter((entry): entry is [string, FlagClientResult] => entry[1] !== undefined),
      ),
    getBoolean: get<boolean>,
    getString: get<string>,
    getNumber: get<number>,
    getJson: get,
  };
}
