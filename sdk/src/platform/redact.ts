/** Redaction of values of any shape, for logs and for whatever else leaves the app. */

import { REDACTED, redactText } from './redact-text.ts';

export { REDACTED };

/** How a value is redacted. */
export interface RedactOptions {
  /** Keys whose values are always cut out, beside the token-like ones. Case, `-`, `_` and blanks do not matter. */
  readonly fields?: readonly string[];
  /** How many levels of objects to open; an object that lies deeper is cut out. Default: 8; at most 100. */
  readonly maxDepth?: number;
}

const DEFAULT_MAX_DEPTH = 8; // levels; spec, Redaction
const DEPTH_LIMIT = 100; // levels; more would strain the engine's stack
const MAX_OBJECTS = 100_000; // per call; a proxy can make them without end

/** Compared with a key in lower case, without `-`, `_`, blanks and digits at its end. */
const TOKEN_KEY =
  /(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|credentials?|cookie|jwt|bearer)$|^(?:tokens|secrets|passwords|cookies)$/;

/**
 * Copies a value without what must not be logged. Each of these becomes the constant `[redacted]` (`REDACTED`):
 *
 * - the value of a token-like key, whatever it is: one that ends in token, secret, password (passwd, pwd, passphrase),
 *   api key, secret key, private key, access key, signing key, authorization, credential, cookie, jwt or bearer, in any
 *   spelling (`accessToken`, `X-Api-Key`, `client_secret`), but not `tokenCount` or `maxTokens`;
 * - the value of a key in `fields`;
 * - within any string, also a key or an error's message: `Bearer …`, personal access and service tokens (`pat-…`,
 *   `svc_…`, `sk_…`, `ghp_…` and their like), JWTs, email addresses, and phone numbers, which are `+` with 8 to 15
 *   digits, a national number that begins with 0 (bare: 10 or 11 digits) or 00, and three, three and four digits
 *   with separators;
 * - an object below `maxDepth` levels, one that holds itself, one after the first 100,000, and whatever throws when it
 *   is read.
 *
 * Numbers, bare digits that do not begin with 0 (ids, timestamps), dates, UUIDs, versions, amounts and IP addresses
 * stay. Maps, sets and arrays stay what they are, dates are copied, binary data is passed on as it is, an error becomes
 * `{ name, message, stack, … }`, an object with `toJSON` what that gives, any other object a plain one without its
 * symbols; a key of which something was cut out is numbered. The input is not changed, and nothing is ever thrown. The time is linear in the size of the value.
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  try {
    return new Redaction(options).value(value, 0);
  } catch {
    return REDACTED; // options that throw
  }
}

class Redaction {
  readonly #fields: ReadonlySet<string>;
  readonly #maxDepth: number;
  /** For each level the copies of what has been seen there: what is shared is copied once a level. */
  readonly #copies: Map<object, unknown>[] = [];
  /** The objects around the current one. */
  readonly #open = new Set<object>();
  #objects = 0;
  /** How many keys were redacted. */
  #keys = 0;

  constructor({ fields, maxDepth = DEFAULT_MAX_DEPTH }: RedactOptions) {
    this.#fields = new Set(fields?.map((field) => plainKey(String(field))));
    this.#maxDepth = maxDepth >= 0 ? Math.min(maxDepth, DEPTH_LIMIT) : DEFAULT_MAX_DEPTH;
  }

  value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      return redactText(value);
    }
    return typeof value === 'object' && value !== null ? this.#object(value, depth) : value;
  }

  #object(source: object, depth: number): unknown {
    if (depth >= this.#maxDepth || this.#open.has(source)) {
      return REDACTED;
    }
    const copies = (this.#copies[depth] ??= new Map());
    if (copies.has(source)) {
      return copies.get(source);
    }
    this.#objects += 1;
    if (this.#objects > MAX_OBJECTS) {
      return REDACTED;
    }
    this.#open.add(source);
    const copy = orRedacted(() => this.#copy(source, depth + 1));
    this.#open.delete(source);
    copies.set(source, copy);
    return copy;
  }

  #copy(source: object, depth: number): unknown {
    if (Array.isArray(source)) {
      const copy: unknown[] = [];
      copy.length = source.length;
      return this.#properties(source, copy, Object.keys(source), depth);
    }
    if (source instanceof Date) {
      return new Date(source.getTime());
    }
    if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
      return source;
    }
    if (source instanceof Map) {
      return this.#map(source, depth);
    }
    if (source instanceof Set) {
      const copy = new Set<unknown>();
      Set.prototype.forEach.call(source, (item) => copy.add(this.value(item, depth)));
      return copy;
    }
    if (source instanceof String || source instanceof Number || source instanceof Boolean) {
      return this.value(source.valueOf(), depth);
    }
    if (source instanceof Error) {
      const shown = ['name', 'message', 'stack', 'cause', 'errors'].filter((key) => key in source);
      return this.#properties(source, {}, new Set([...shown, ...Object.keys(source)]), depth);
    }
    const { toJSON } = source as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function') {
      return this.value(toJSON.call(source, ''), depth);
    }
    return this.#properties(source, {}, Object.keys(source), depth);
  }

  #properties(source: object, copy: object, keys: Iterable<string>, depth: number): object {
    const items = Array.isArray(source);
    for (const key of keys) {
      const value =
        !items && this.#isForced(key) ? REDACTED : orRedacted(() => this.value(source[key as never], depth));
      const name = items ? key : this.#keyName(redactText(key), key);
      // Not an assignment, which would call the setter of __proto__.
      Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }

  #map(source: Map<unknown, unknown>, depth: number): Map<unknown, unknown> {
    const copy = new Map<unknown, unknown>();
    Map.prototype.forEach.call(source, (value, key) => {
      const forced = typeof key === 'string' && this.#isForced(key);
      const name = typeof key === 'string' ? this.#keyName(redactText(key), key) : this.value(key, depth);
      copy.set(name, forced ? REDACTED : this.value(value, depth));
    });
    return copy;
  }

  /** A key of which something was cut out gets a number, so that no two fall together. */
  #keyName(redacted: string, key: string): string {
    if (redacted === key) {
      return key;
    }
    this.#keys += 1;
    return `${redacted} ${this.#keys}`;
  }

  #isForced(key: string): boolean {
    const plain = plainKey(key);
    return this.#fields.has(plain) || TOKEN_KEY.test(plain.replace(/[0-9]{1,3}$/, ''));
  }
}

/** A key as it is compared. */
function plainKey(key: string): string {
  return key.toLowerCase().replace(/[-_\s]+/g, '') || key;
}

function orRedacted(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return REDACTED;
  }
}
