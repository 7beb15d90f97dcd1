/** An object of unknown shape. Snapshots and contexts come from outside. */
export type Data = Readonly<Record<string, unknown>>;
/** Reports whether a value is an object but not an array. */
export declare function isData(value: unknown): value is Data;
/** Returns an own member, never an inherited one such as `constructor`. */
export declare function own(data: Data, name: string): unknown;
/** A valid flag key. Keys become parts of URL paths and of keys of the store. */
export declare const FLAG_KEY: RegExp;
