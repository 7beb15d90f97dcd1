/** The store of an actor over a host's storage of texts: JSON, limits and transactions are the same on every host. */

import { ActorError, type ActorStore, type ListOptions } from '../../protocol/actor.ts';

/** Longest key in bytes of UTF-8: the edge platform's limit. */
export const MAX_KEY_BYTES = 2048;

/** Longest value in bytes of JSON text: half of the edge platform's limit for a row, the other half is reserve. */
export const MAX_VALUE_BYTES = 1_048_576;

/** What a host brings: texts by key, in the order of the keys' UTF-8 bytes. */
export interface TextStore {
  get(key: string): string | undefined;
  put(key: string, text: string): void;
  delete(key: string): boolean;
  /** `limit` 0: all. */
  list(prefix: string, start: string, limit: number): [key: string, text: string][];
  /** Runs `fn` and keeps what it wrote; when it throws, nothing of it. They nest. */
  transaction<T>(fn: () => T): T;
}

/** The actor's store over the host's. */
export function actorStore(texts: TextStore): ActorStore {
  return {
    get<T>(key: string): T | undefined {
      const text = texts.get(checkKey(key));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    put(key, value) {
      texts.put(checkKey(key), valueText(key, value));
    },
    delete: (key) => texts.delete(checkKey(key)),
    list: <T>(options?: ListOptions) => list<T>(texts, options),
    transaction: (fn) => transaction(texts, fn),
  };
}

function list<T>(texts: TextStore, { prefix = '', start = '', limit }: ListOptions = {}): [string, T][] {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0)) {
    throw new ActorError('invalid_limit', `the limit of a list is a whole number that is not negative, not ${limit}`);
  }
  if (holdsHalfACharacter(prefix) || holdsHalfACharacter(start)) {
    throw new ActorError('invalid_prefix', 'where a list begins holds half a character (a lone surrogate)');
  }
  if (limit === 0) {
    return [];
  }
  return texts.list(prefix, start, limit ?? 0).map(([key, text]) => [key, JSON.parse(text) as T]);
}

function transaction<T>(texts: TextStore, fn: () => T): T {
  return texts.transaction(() => {
    const result = fn();
    if (result instanceof Promise) {
      throw new TypeError('a transaction is synchronous: its function must not give a promise');
    }
    return result;
  });
}

function checkKey(key: string): string {
  if (typeof key !== 'string' || key === '') {
    throw new ActorError('invalid_key', 'a key of the store is a text that is not empty');
  }
  if (holdsHalfACharacter(key)) {
    throw new ActorError('invalid_key', 'a key of the store holds half a character (a lone surrogate)');
  }
  const size = utf8Size(key, MAX_KEY_BYTES);
  if (size > MAX_KEY_BYTES) {
    throw new ActorError('invalid_key', `a key of the store has at most ${MAX_KEY_BYTES} bytes; this one has ${size}`);
  }
  return key;
}

function valueText(key: string, value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) {
    throw new ActorError(
      'invalid_value',
      `the value of ${JSON.stringify(key)} is not JSON; use delete to take a key away`,
    );
  }
  const size = utf8Size(text, MAX_VALUE_BYTES);
  if (size > MAX_VALUE_BYTES) {
    throw new ActorError(
      'value_too_large',
      `a value of the store has at most ${MAX_VALUE_BYTES} bytes as JSON; that of ${JSON.stringify(key)} has ${size}`,
    );
  }
  return text;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A lone surrogate has no UTF-8 form: two keys with one would become the same. */
function holdsHalfACharacter(text: string): boolean {
  return /[\ud800-\udfff]/.test(text) && text !== decoder.decode(encoder.encode(text));
}

/** Bytes of the text as UTF-8; only an upper bound (3 a unit) while that is within the limit, to spare the encoding. */
function utf8Size(text: string, limit: number): number {
  return text.length * 3 <= limit ? text.length * 3 : encoder.encode(text).length;
}
