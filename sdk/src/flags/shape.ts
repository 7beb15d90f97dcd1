/** An object of unknown shape. Snapshots and contexts come from outside. */
export type Data = Readonly<Record<string, unknown>>;

/** Reports whether a value is an object but not an array. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member, never an inherited one such as `constructor`. */
export function own(data: Data, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** A valid flag key. Keys become parts of URL paths and of keys of the store. */
export const FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
