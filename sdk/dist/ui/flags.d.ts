import type { FlagClientResult, FlagsClientSnapshot } from '../context/flags.ts';
export type { FlagClientResult, FlagsClientSnapshot };
/** Reads evaluated flags from memory. A missing key or a value of another type returns the caller's default. */
export interface FlagsSnapshotProvider {
    /** Returns the results of these keys, without missing keys. */
    evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
    /** Returns the value of a boolean flag. */
    getBoolean(key: string, defaultValue: boolean): boolean;
    /** Returns the value of a string flag. */
    getString(key: string, defaultValue: string): string;
    /** Returns the value of a number flag. */
    getNumber(key: string, defaultValue: number): number;
    /** Returns the value of a JSON flag: an object or array like the default, or any value when it is null or undefined. */
    getJson<T = unknown>(key: string, defaultValue: T): T;
}
/** Reports whether a value has the type of the default. A default of null or undefined accepts any value. */
export declare function fits<T>(value: unknown, defaultValue: T): value is T;
/**
 * Creates a provider over the `flags` of a card backend's response.
 *
 * @param snapshot the evaluated flags; a missing or malformed snapshot has none, so every call returns its default
 * @example
 * import { createFlagsSnapshotProvider, type FlagsClientSnapshot } from '@svc/sdk/ui';
 *
 * export function layoutOf(response: { flags?: FlagsClientSnapshot }) {
 *   return createFlagsSnapshotProvider(response.flags).getString('layout', 'classic');
 * }
 */
export declare function createFlagsSnapshotProvider(snapshot: FlagsClientSnapshot | null | undefined): FlagsSnapshotProvider;
