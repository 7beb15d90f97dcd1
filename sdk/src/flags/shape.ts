/** Reads data that may have any shape: snapshots and contexts come from outside. */

export type Data = Readonly<Record<string, unknown>>;

/** Whether it is an object with members, and no array. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself, never an inherited one such as `constructor`. */
export function own(data: Data, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : undefined;
}

/** A key under which a flag can be kept: it goes into paths of URLs and into keys of the store. */
export const FLAG_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
