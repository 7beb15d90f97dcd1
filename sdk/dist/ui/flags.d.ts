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
/** Whether a value may stand where the default would: it is of the same kind, or the default is of none. */
export declare function fits<T>(value: unknown, defaultValue: T): value is T;
/**
 * A provider over what the card's backend returned under `flags`. A snapshot that is missing or of another shape has
 * no flags: every call gives its default.
 */
export declare function createFlagsSnapshotProvider(snapshot: FlagsClientSnapshot | null | undefined): FlagsSnapshotProvider;
