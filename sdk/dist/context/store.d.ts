/** The durable key/value store of one install. */
/** One entry of `store.list`. */
export interface StoreEntry<T = unknown> {
    readonly key: string;
    readonly value: T;
}
/**
 * A durable key/value store that belongs to the install: no other install sees it.
 *
 * Values are JSON, at most 1 MB each; keys are not empty, and at most 2046 bytes of UTF-8.
 */
export interface StoreContext {
    /** The value, or undefined when there is none. */
    get<T = unknown>(key: string): Promise<T | undefined>;
    put(key: string, value: unknown): Promise<void>;
    /** Takes an entry away; true when there was one. */
    delete(key: string): Promise<boolean>;
    /** Entries whose key begins with the prefix, ordered by key. `limit` defaults to all of them. */
    list<T = unknown>(prefix?: string, options?: {
        readonly limit?: number;
    }): Promise<StoreEntry<T>[]>;
}
