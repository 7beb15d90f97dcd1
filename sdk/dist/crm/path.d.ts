/** Paths of the API. */
/**
 * The path below `base` of the named parts, such as `{ 'object type': 'contacts', 'record id': '1' }`. An empty part, `.`
 * and `..` would name another resource than the caller means.
 */
export declare function pathOf(base: string, parts: Readonly<Record<string, unknown>>): string;
/** An id or a name; callers without types give numbers. */
export declare function textOf(value: unknown, what: string): string;
/** What something is written from; callers without types forget it. */
export declare function inputOf<T>(input: T): T;
