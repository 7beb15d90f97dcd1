/** What a worker and the store of an install's actor pass to each other. */

import type { Duration } from '../context/duration.ts';

/** An entry as the actor reads it. Without `value` the key does not exist. */
export interface FoundEntry {
  readonly value?: unknown;
  /** Present if the worker asked for it and the key exists. */
  readonly version?: string;
}

/** The arguments of `storeSwap`. Those of `storePut` are the key, the value and the version. */
export interface Swap {
  readonly key: string;
  readonly value: unknown;
  readonly ttl?: Duration;
  /** Whether the entry keeps the expiry that it has if `ttl` is absent. */
  readonly keepsExpiry?: boolean;
  /** The version that the entry must have, null if it must not exist. Absent: any. */
  readonly ifVersion?: string | null;
  /**
   * The version that the entry gets. The caller makes it, so that the actor recognizes a call that is repeated since
   * its answer was lost. Absent in calls of an older version: the actor makes one.
   */
  readonly newVersion?: string;
}

/** The answer of `storeSwap`. If it did not store the value, it has the entry that is there instead. */
export interface Swapped extends FoundEntry {
  readonly swapped: boolean;
}
