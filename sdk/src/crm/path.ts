import { isObject } from '../platform/body.ts';
import { emptyKind } from '../platform/json-text.ts';

/**
 * Returns a path below `base` with the parts, such as `{ 'object type': 'contacts', 'record id': '1' }`. Throws for an
 * empty part, `.` and `..`, which would address another resource.
 */
export function pathOf(base: string, parts: Readonly<Record<string, unknown>>): string {
  return Object.entries(parts).reduce(
    (path, [what, value]) => `${path}/${encodeURIComponent(textOf(value, what))}`,
    base,
  );
}

/** Returns the error of a call with an invalid argument. */
export function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'invalid_argument' });
}

/** Returns a value as errors show it. Unlike JSON.stringify, it takes BigInts and cycles, too. */
export function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? `${value}n` : 'that JSON cannot hold';
  }
}

/** Returns an id or a name as a string. Accepts numbers, for callers without types. */
export function textOf(value: unknown, what: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) {
    throw invalid(`invalid ${what} ${shown(value)}: expected a string that is not empty, "." or ".."`);
  }
  if (/[\ud800-\udfff]/u.test(text)) {
    throw invalid(`invalid ${what} ${shown(value)}: it contains a lone surrogate`);
  }
  return text;
}

/** Returns the argument of a write. Throws if it is not an object. */
export function inputOf<T>(input: T): T {
  if (!isObject(input) || emptyKind(input)) {
    throw invalid(`invalid argument ${String(input)}: expected an object such as { properties: { name: "…" } }`);
  }
  return input;
}
