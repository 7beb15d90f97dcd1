/** Reading a request's body: bytes within the limit first, and JSON only after whoever sent them has been verified. */

import { concat } from './bytes.ts';
import { HttpError } from './errors.ts';

/** Largest body that a route reads, in bytes: the platform's own limit for card backends. */
export const MAX_BODY_BYTES = 1_048_576;

/** The body's bytes, or an HttpError as soon as it is known to be larger than `max`. */
export async function readBody(request: Request, max: number = MAX_BODY_BYTES): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? NaN);
  if (declared > max) {
    throw tooLarge(max);
  }
  if (declared >= 0 && !request.headers.has('transfer-encoding')) {
    // The server holds the sender to what it declared, but not where the body comes in chunks: then those count, and
    // the length is any number. Asking for the stream would cost more than reading the bytes.
    return limited(new Uint8Array(await request.arrayBuffer()), max);
  }
  return request.body === null ? new Uint8Array(0) : readStream(request.body, max);
}

async function readStream(stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.length;
    if (size > max) {
      await reader.cancel();
      throw tooLarge(max);
    }
    chunks.push(value);
  }
  return concat(chunks);
}

function limited(bytes: Uint8Array, max: number): Uint8Array {
  if (bytes.length > max) {
    throw tooLarge(max);
  }
  return bytes;
}

function tooLarge(max: number): HttpError {
  return new HttpError('payload_too_large', `the body is larger than ${max} bytes`);
}

/** The body as the JSON object that it must be. */
export function parseObject(headers: Headers, body: Uint8Array): Record<string, unknown> {
  const value = parseBody(headers, body);
  if (!isObject(value)) {
    throw new HttpError('invalid_json', 'the body must be a JSON object');
  }
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body as the JSON that it must be. */
export function parseBody(headers: Headers, body: Uint8Array): unknown {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new HttpError('unsupported_media_type', `the body is of type ${JSON.stringify(type)}; send application/json`);
  }
  const coding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    throw new HttpError('unsupported_media_type', `the body is packed as ${JSON.stringify(coding)}; send it as it is`);
  }
  try {
    return parseJson(utf8.decode(body));
  } catch {
    throw new HttpError('invalid_json', 'the body is not JSON in UTF-8');
  }
}

/** Whether a text may hold the member `__proto__`, which can also be written with escapes. */
const mayNamePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u00');

/** How deep arrays and objects may nest: engines end at depths of their own, and most when they write it again. */
export const MAX_JSON_DEPTH = 1_000;

/**
 * Parses what somebody sent; throws for what is no JSON, and for what nests too deep. Members named `__proto__` are
 * left out: a handler that assigns its input to an object of its own would change that object's prototype.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new SyntaxError(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return mayNamePrototype(text)
    ? JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
    : JSON.parse(text);
}

const ESCAPE = 0x5c;

/** Engines look for a character far faster than code can look at each. */
function isTooDeep(text: string): boolean {
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && opened <= MAX_JSON_DEPTH; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
    }
  }
  return opened > MAX_JSON_DEPTH && depthOf(text) > MAX_JSON_DEPTH;
}

/** How deep it nests, or a depth that is too much. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length && depth <= MAX_JSON_DEPTH; i++) {
    const character = text[i];
    if (character === '"') {
      i = endOfText(text, i);
    } else if (character === '[' || character === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return deepest;
}

/** Where the text ends that begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  let end = start;
  let escapes = 0;
  do {
    end = text.indexOf('"', end + 1);
    for (escapes = 0; end >= 0 && text.charCodeAt(end - 1 - escapes) === ESCAPE; ) {
      escapes += 1;
    }
  } while (escapes % 2 === 1);
  return end < 0 ? text.length : end;
}

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
