import type { Duration } from './duration.ts';

/** One entry of the store. */
export interface StoreEntry<T = unknown> {
  /** The entry's key. */
  readonly key: string;
  /** The stored value. */
  readonly value: T;
}

/** A value and its version. */
export interface VersionedValue<T = unknown> {
  /** The stored value. Undefined when the key does not exist. */
  readonly value: T | undefined;
  /** The entry's version, for `ifVersion` of `put`. Every write makes a new one. Null when the key does not exist. */
  readonly version: string | null;
}

/**
 * A durable key/value store of one install, which no other install can read.
 *
 * Values are JSON of at most 1 MiB. Keys have 1 to 2046 bytes of UTF-8.
 */
export interface StoreContext {
  /** Reads a value. Undefined when the key does not exist. */
  get<T = unknown>(key: string): Promise<T | undefined>;
  /** Reads a value with its version. */
  get<T = unknown>(key: string, options: StoreGetOptions): Promise<VersionedValue<T>>;
  /**
   * Stores a value. It replaces an earlier value and its time to live. Rejects with the code `store_conflict` when the
   * entry does not have the version of `ifVersion`.
   *
   * If several invocations write a key at the same time, use `update` or `ifVersion`. A plain write whose response was
   * lost is sent again, and can then overwrite a later value, unless the entry has a time to live or its version was
   * read.
   */
  put(key: string, value: unknown, options?: StorePutOptions): Promise<void>;
  /**
   * Replaces a value with the result of a function of the current value, and returns the new value. If another write
   * comes first, the function runs again with the newer value, so it must have no side effects. Rejects with the code
   * `store_conflict` if other writes come first in 100 attempts. Keeps the time to live unless `ttl` is given.
   * @param fn receives undefined when the key does not exist, and returns the whole new value
   */
  update<T = unknown>(
    key: string,
    fn: (value: T | undefined) => T | Promise<T>,
    options?: Pick<StorePutOptions, 'ttl'>,
  ): Promise<T>;
  /** Deletes an entry. Returns whether it existed. */
  delete(key: string): Promise<boolean>;
  /** Lists the entries whose keys start with the prefix, in order of their keys' UTF-8 bytes. Default: all entries. */
  list<T = unknown>(prefix?: string, options?: StoreListOptions): Promise<StoreEntry<T>[]>;
}

/** Options of `store.get`. */
export interface StoreGetOptions {
  /** Returns an object with the value and its version. */
  readonly withVersion: true;
}

/** Options of `store.put`. */
export interface StorePutOptions {
  /** How long the entry exists: seconds, or a string such as `'30s'`, `'15m'` or `'7d'`. Default: unlimited. */
  readonly ttl?: Duration;
  /** The version that the entry must have, or null if the key must not exist. Default: any. */
  readonly ifVersion?: string | null;
}

/** Options of `store.list`. */
export interface StoreListOptions {
  /** The most entries to return. Default: unlimited. */
  readonly limit?: number;
  /** Lists only entries whose keys come after this one: the last key of the previous page. Default: from the first. */
  readonly after?: string;
}
