/** Feature flags in cards: evaluated by the backend, only read here. */

import type { FlagClientResult, FlagsClientSnapshot } from '../context/flags.ts';

export type { FlagClientResult, FlagsClientSnapshot };

/** Reads a snapshot of evaluated flags, in memory. Missing keys and other types give the caller's default. */
export interface FlagsSnapshotProvider {
  evaluate(keys: readonly string[]): Record<string, FlagClientResult>;
  getBoolean(key: string, defaultValue: boolean): boolean;
  getString(key: string, defaultValue: string): string;
  getNumber(key: string, defaultValue: number): number;
  getJson<T = unknown>(key: string, defaultValue: T): T;
}
