/** Reads data that may have any shape: snapshots and contexts come from outside. */
export type Data = Readonly<Record<string, unknown>>;
/** Whether it is an object with members, and no array. */
export declare function isData(value: unknown): value is Data;
/** A member of the object itself, never an inherited one such as `constructor`. */
export declare function own(data: Data, name: string): unknown;
/** A key under which a flag can be kept: it goes into paths of URLs and into keys of the store. */
export declare const FLAG_KEY: RegExp;
