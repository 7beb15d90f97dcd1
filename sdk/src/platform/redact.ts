import { REDACTED, redactText } from './redact-text.ts';

export { REDACTED };

/** The options of `redact`. */
export interface RedactOptions {
  /**
   * Keys whose values are redacted in addition to token-like keys. Case, `-`, `_` and blanks are ignored. Default:
   * none.
   */
  readonly fields?: readonly string[];
  /** Levels of objects to copy. Objects below them are redacted. Default: 8. Maximum: 100. */
  readonly maxDepth?: number;
}

const DEFAULT_MAX_DEPTH = 8; // levels (spec, Redaction)
const DEPTH_LIMIT = 100; // levels; more could overflow the engine's stack
const MAX_OBJECTS = 100_000; // per call; a proxy can create them endlessly

/** Token-like keys, in lower case and without `-`, `_`, blanks and trailing digits. */
export const TOKEN_KEY =
  /(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|credentials?|cookie|jwt|bearer)$|^(?:tokens|secrets|passwords|cookies)$/;

/**
 * Copies a value and replaces sensitive parts with `[redacted]` (`REDACTED`):
 *
 * - the value of a token-like key: one that ends in token, secret, password (passwd, pwd, passphrase), api key, secret
 *   key, private key, access key, signing key, authorization, credential, cookie, jwt or bearer, in any spelling
 *   (`accessToken`, `X-Api-Key`, `client_secret`), but not `tokenCount` or `maxTokens`
 * - the value of a key in `fields`
 * - in strings, keys and error messages: `Bearer …`, personal access and service tokens (`pat-…`, `svc_…`, `sk_…`,
 *   `ghp_…`), JWTs, email addresses and phone numbers
 * - an object below `maxDepth` levels, one that contains itself, each one after the first 100,000, and a value that
 *   throws when it is read
 *
 * A phone number is `+` with 8 to 15 digits, a national number that begins with 0 (bare: 10 or 11 digits) or 00, or
 * three, three and four digits with separators. Numbers, bare digits that do not begin with 0, dates, UUIDs, versions,
 * amounts and IP addresses stay.
 *
 * Maps, sets and arrays keep their type, and dates are copied. Binary data is not copied. An error becomes an object
 * with name, message and stack, an object with `toJSON` becomes its result, and any other object becomes a plain object
 * without symbols. A key with a redacted part gets a number. The input does not change, the function never throws, and
 * its time is linear in the size of the value.
 *
 * @example
 * import { redact } from '@svc/sdk';
 *
 * redact({ apiKey: 'k1', note: 'write to ada@example.com', total: 12 });
 * // { apiKey: '[redacted]', note: 'write to [redacted]', total: 12 }
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  try {
    return new Redaction(options).value(value, 0);
  } catch {
    return REDACTED; // the options throw
  }
}

/** One call of `redact`. What leaves the runtime is redacted by more rules (see `Outgoing`). */
export class Redaction {
  readonly #fields: ReadonlySet<string>;
  readonly #maxDepth: number;
  /** Copies by source object, per level. A shared object is copied once per level. */
  readonly #copies: Map<object, unknown>[] = [];
  /** The objects that contain the current one. */
  readonly #open = new Set<object>();
  #objects = 0;
  /** Number of redacted keys. */
  #keys = 0;

  constructor({ fields, maxDepth = DEFAULT_MAX_DEPTH }: RedactOptions) {
    this.#fields = new Set(fields?.map((field) => plainKey(String(field))));
    this.#maxDepth = maxDepth >= 0 ? Math.min(maxDepth, DEPTH_LIMIT) : DEFAULT_MAX_DEPTH;
  }

  value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      return this.text(value);
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
    const copy = orRedacted(() => this.copy(source, depth + 1));
    this.#open.delete(source);
    copies.set(source, copy);
    return copy;
  }

  protected copy(source: object, depth: number): unknown {
    if (Array.isArray(source)) {
      const copy: unknown[] = [];
      copy.length = source.length;
      return this.properties(source, copy, Object.keys(source), depth);
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
      return this.properties(source, {}, new Set([...shown, ...Object.keys(source)]), depth);
    }
    const { toJSON } = source as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function') {
      return this.value(toJSON.call(source, ''), depth);
    }
    return this.properties(source, {}, Object.keys(source), depth);
  }

  protected properties(source: object, copy: object, keys: Iterable<string>, depth: number): object {
    const items = Array.isArray(source);
    for (const key of keys) {
      const read = () => this.value(source[key as never], depth);
      const value = orRedacted(() => (items ? read() : this.member(key, read)));
      const name = items ? key : this.#keyName(this.text(key), key);
      // An assignment would call the setter of __proto__.
      Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }

  #map(source: Map<unknown, unknown>, depth: number): Map<unknown, unknown> {
    const copy = new Map<unknown, unknown>();
    Map.prototype.forEach.call(source, (value, key) => {
      const read = () => this.value(value, depth);
      if (typeof key === 'string') {
        copy.set(this.#keyName(this.text(key), key), this.member(key, read));
      } else {
        copy.set(this.value(key, depth), read());
      }
    });
    return copy;
  }

  protected text(text: string): string {
    return redactText(text);
  }

  /** Returns the value of a member, or `[redacted]` by its key. */
  protected member(key: string, read: () => unknown): unknown {
    const plain = plainKey(key);
    return this.#fields.has(plain) || TOKEN_KEY.test(plain.replace(/[0-9]{1,3}$/, '')) ? REDACTED : read();
  }

  /** Appends a number to a redacted key, so that two redacted keys stay different. */
  #keyName(redacted: string, key: string): string {
    if (redacted === key) {
      return key;
    }
    this.#keys += 1;
    return `${redacted} ${this.#keys}`;
  }
}

/** Returns a key in the form in which keys are compared. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[-_\s]+/g, '') || key;
}

function orRedacted(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return REDACTED;
  }
}
