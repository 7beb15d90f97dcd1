import { invalid } from '../platform/arguments.ts';

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
