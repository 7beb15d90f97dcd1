/** Feature flags in cards: evaluated by the backend, only read here. */

import type { FlagClientResult, FlagsClientSnapshot } from '../context/flags.ts';

export type { FlagClientResult, FlagsClientSnapshot };

/** Reads a snapshot of evaluated flags, in memory. Missing keys and other types give the caller's default. */
export interface FlagsSnapshotProvider {
  /** The results of these keys; a missing key is left out. */
  evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
  getBoolean(key: string, defaultValue: boolean): boolean;
  getString(key: string, defaultValue: string): string;
  getNumber(key: string, defaultValue: number): number;
  /** Gives an object for an object, a list for a list; a default of null or undefined takes any value. */
  getJson<T = unknown>(key: string, defaultValue: T): T;
}

function kind(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** Whether a value may stand where the default would: it is of the same kind, or the default is of none. */
export function fits<T>(value: unknown, defaultValue: T): value is T {
  return (
    value !== undefined && (defaultValue === undefined || defaultValue === null || kind(value) === kind(defaultValue))
  );
}

/**
 * A provider over what the card's backend returned under `flags`. A snapshot that is missing or of another shape has
 * no flags: every call gives its default.
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
