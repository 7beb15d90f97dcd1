/** Paths of the API. */

/**
 * The path below `base` of the named parts, such as `{ 'object type': 'contacts', 'record id': '1' }`. An empty part, `.`
 * and `..` would name another resource than the caller means.
 */
export function pathOf(base: string, parts: Readonly<Record<string, unknown>>): string {
  return Object.entries(parts).reduce(
    (path, [what, value]) => `${path}/${encodeURIComponent(textOf(value, what))}`,
    base,
  );
}

/** An id or a name; callers without types give numbers. */
export function textOf(value: unknown, what: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..') {
    throw new TypeError(
      `a call of the CRM needs the ${what} as a text that is not empty; it got ${JSON.stringify(value)}`,
    );
  }
  return text;
}

/** What something is written from; callers without types forget it. */
export function inputOf<T>(input: T): T {
  if (typeof input !== 'object' || input === null) {
    throw new TypeError(
      `a call of the CRM writes a record from an object such as { properties: { name: "…" } }; it got ${String(input)}`,
    );
  }
  return input;
}
