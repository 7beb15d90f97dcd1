/** One entry of the store. */
export interface StoreEntry<T = unknown> {
  /** The entry's key. */
  readonly key: string;
  /** The stored value. */
  readonly value: T;
}

/**
 * A durable key/value store of one install, which no other install can read.
 *
 * Values are JSON of at most 1 MiB. Keys have 1 to 2046 bytes of UTF-8.
 */
export interface StoreContext {
  /** Reads a value. Undefined when the key does not exist. */
  get<T = unknown>(key: string): Promise<T | undefined>;
  /** Stores a value, and replaces an earlier one. */
  put(key: string, value: unknown): Promise<void>;
  /** Deletes an entry. Returns whether it existed. */
  delete(key: string): Promise<boolean>;
  /** Reads entries in order of their keys, by default all of them. */
  list<T = unknown>(prefix?: string, options?: StoreListOptions): Promise<StoreEntry<T>[]>;
}

/** Options of `store.list`. */
export interface StoreListOptions {
  /** The greatest number of entries to return. Default: unlimited. */
  readonly limit?: number;
}
