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

/** Returns an id or a name as a string. Accepts numbers, for callers without types. */
export function textOf(value: unknown, what: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || /^\.{0,2}$|[\ud800-\udfff]/u.test(text)) {
    throw invalid(`invalid ${what} ${JSON.stringify(value)}: expected a string that is not empty, "." or ".."`);
  }
  return text;
}

/** Returns the argument of a write. Throws if it is not an object. */
export function inputOf<T>(input: T): T {
  if (typeof input !== 'object' || input === null) {
    throw invalid(`invalid argument ${String(input)}: expected an object such as { properties: { name: "…" } }`);
  }
  return input;
}
