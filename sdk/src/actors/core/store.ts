import { utf8 } from '../../platform/bytes.ts';
import { ActorError, type ActorStore, type ListOptions } from '../../protocol/actor.ts';

/** Longest key, in bytes of UTF-8: the edge platform's limit. */
export const MAX_KEY_BYTES = 2048;

/** Longest value, in bytes of JSON: half of the edge platform's limit for a row, as a reserve. */
export const MAX_VALUE_BYTES = 1_048_576;

/** Longest value that an error shows, in characters. */
const MAX_SHOWN = 100;

/** Most entries that hosts list at a time. */
const MAX_LIMIT = 2 ** 31 - 1;

/** A host's storage: strings by key, ordered by the keys' UTF-8 bytes. */
export interface TextStore {
  get(key: string): string | undefined;
  put(key: string, text: string): void;
  delete(key: string): boolean;
  /** Lists entries. A `limit` of 0 lists all. */
  list(prefix: string, start: string, limit: number): [key: string, text: string][];
  /** Runs `fn` and commits its writes. If `fn` throws, all of them are rolled back. Transactions nest. */
  transaction<T>(fn: () => T): T;
}

/** Returns the actor's store over a host's storage. JSON, limits and transactions are the same on every host. */
export function actorStore(texts: TextStore): ActorStore {
  return {
    get<T>(key: string): T | undefined {
      const text = texts.get(checkKey(key));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    put(key, value, what) {
      texts.put(checkKey(key), valueText(what ?? `the value of ${JSON.stringify(key)}`, value));
    },
    delete: (key) => texts.delete(checkKey(key)),
    list: <T>(options?: ListOptions) => list<T>(texts, options),
    transaction: (fn) => transaction(texts, fn),
  };
}

function list<T>(texts: TextStore, { prefix = '', start = '', limit }: ListOptions = {}): [string, T][] {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0)) {
    throw new ActorError('invalid_limit', `invalid list limit ${shown(limit)}: expected a whole number, 0 or greater`);
  }
  if (hasLoneSurrogate(prefix) || hasLoneSurrogate(start)) {
    throw new ActorError('invalid_prefix', 'invalid prefix or start of a list: it contains a lone surrogate');
  }
  if (limit === 0) {
    return [];
  }
  return texts.list(prefix, start, Math.min(limit ?? 0, MAX_LIMIT)).map(([key, text]) => [key, JSON.parse(text) as T]);
}

function transaction<T>(texts: TextStore, fn: () => T): T {
  return texts.transaction(() => {
    const result = fn();
    if (result instanceof Promise) {
      throw new TypeError('transactions are synchronous: the function must not return a promise');
    }
    return result;
  });
}

/** Returns a key of at most `limit` bytes. @throws an `ActorError` with the code `invalid_key` */
export function checkKey(key: string, limit = MAX_KEY_BYTES): string {
  if (typeof key !== 'string' || key === '') {
    throw new ActorError('invalid_key', 'invalid store key: expected a string that is not empty');
  }
  if (hasLoneSurrogate(key)) {
    throw new ActorError('invalid_key', 'invalid store key: it contains a lone surrogate');
  }
  const size = utf8Size(key, limit);
  if (size > limit) {
    throw new ActorError('invalid_key', `invalid store key of ${size} bytes: the limit is ${limit} bytes`);
  }
  return key;
}

function valueText(what: string, value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) {
    throw new ActorError('invalid_value', `${what} cannot be stored as JSON; to remove a key, use delete`);
  }
  const size = utf8Size(text, MAX_VALUE_BYTES);
  if (size > MAX_VALUE_BYTES) {
    throw new ActorError(
      'value_too_large',
      `${what} is too large: it has ${size} bytes of JSON, and the limit is ${MAX_VALUE_BYTES} bytes`,
    );
  }
  return text;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns a value as errors show it: as JSON, and of a limited length. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Reports a lone surrogate. It has no UTF-8 form, so that different keys would become equal. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/.test(text) && text !== decoder.decode(utf8.encode(text));
}

/** Returns the length in bytes of UTF-8, or an upper bound (3 bytes per unit) if that is within the limit. */
function utf8Size(text: string, limit: number): number {
  return text.length * 3 <= limit ? text.length * 3 : utf8.encode(text).length;
}
