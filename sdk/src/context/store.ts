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
  /** What `ifVersion` of `put` takes. Every write makes a new version. Null when the key does not exist. */
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
   * Stores a value, and replaces an earlier one with its time to live. Rejects with the code `store_conflict` when
   * the entry does not have the version of `ifVersion`. A write whose answer was lost is sent again. It cannot replace
   * a later value of an entry with a time to live, or whose version was read. Otherwise it can: use `update` or
   * `ifVersion` for keys that several invocations write at a time.
   */
  put(key: string, value: unknown, options?: StorePutOptions): Promise<void>;
  /**
   * Replaces a value by what the function makes of it, and returns the new value. If another write came first, the
   * function runs again with the newer value, so it must have no other effect. Rejects with the code
   * `store_conflict` when 100 attempts in a row lose to other writes. Keeps the time to live unless `ttl` is given.
   * @param fn receives undefined when the key does not exist, and returns the whole new value
   */
  update<T = unknown>(
    key: string,
    fn: (value: T | undefined) => T | Promise<T>,
    options?: Pick<StorePutOptions, 'ttl'>,
  ): Promise<T>;
  /** Deletes an entry. Returns whether it existed. */
  delete(key: string): Promise<boolean>;
  /** Reads entries in order of their keys' UTF-8 bytes, by default all of them. */
  list<T = unknown>(prefix?: string, options?: StoreListOptions): Promise<StoreEntry<T>[]>;
}

/** Options of `store.get`. */
export interface StoreGetOptions {
  /** Returns the version, too. */
  readonly withVersion: true;
}

/** Options of `store.put`. */
export interface StorePutOptions {
  /** How long the entry exists: seconds, or a text such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. Default: unlimited. */
  readonly ttl?: Duration;
  /** The version that the entry must have. Null: the key must not exist. Default: any. */
  readonly ifVersion?: string | null;
}

/** Options of `store.list`. */
export interface StoreListOptions {
  /** The greatest number of entries to return. Default: unlimited. */
  readonly limit?: number;
  /** Only entries whose keys come after this one: the last key of the page before. Default: from the first. */
  readonly after?: string;
}
