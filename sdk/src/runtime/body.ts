/** Reading a request's body: bytes within the limit first, and JSON only after whoever sent them has been verified. */

import { Refusal } from './errors.ts';

/** Largest body that a route reads, in bytes: the platform's own limit for card backends. */
export const MAX_BODY_BYTES = 1_048_576;

/** The body's bytes, or a Refusal as soon as it is known to be too large. */
export async function readBody(request: Request): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? NaN);
  if (declared > MAX_BODY_BYTES) {
    throw tooLarge();
  }
  if (request.body === null) {
    return new Uint8Array(0);
  }
  if (declared >= 0) {
    return limited(new Uint8Array(await request.arrayBuffer())); // the server holds the sender to what it declared
  }
  return readStream(request.body);
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}

function limited(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_BODY_BYTES) {
    throw tooLarge();
  }
  return bytes;
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', `the body is larger than ${MAX_BODY_BYTES} bytes`);
}

/** The body as the JSON object that it must be. */
export function parseObject(headers: Headers, body: Uint8Array): Record<string, unknown> {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Refusal('unsupported_media_type', `the body is of type ${JSON.stringify(type)}; send application/json`);
  }
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('invalid_json', 'the body is not JSON in UTF-8');
  }
  if (!isObject(value)) {
    throw new Refusal('invalid_json', 'the body must be a JSON object');
  }
  return value;
}

/** Whether a text may hold the member `__proto__`, which can also be written with escapes. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/;

/**
 * Parses what somebody sent. Members named `__proto__` are left out: a handler that assigns its input to an object of
 * its own would change that object's prototype.
 */
export function parseJson(text: string): unknown {
  return MAY_NAME_PROTOTYPE.test(text)
    ? JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
    : JSON.parse(text);
}

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
