import { JsonDepthError, parseJson } from '../declare/json.ts';
import { concat } from './bytes.ts';
import { RouteError } from './errors.ts';
import { readStream } from './read-stream.ts';

/** Largest request body, in bytes. The platform's limit for card backends. */
const MAX_BODY_BYTES = 1_048_576;

/** Reads the body. Throws a RouteError as soon as the body exceeds `max` bytes. */
export async function readBody(request: Request, max: number = MAX_BODY_BYTES): Promise<Uint8Array> {
  const { headers } = request;
  const declared = Number(headers.get('content-length') ?? NaN);
  if (declared > max) {
    throw tooLarge(max);
  }
  if (declared >= 0 && !headers.has('transfer-encoding')) {
    // The server enforces the declared length, except for chunked bodies. Reading all bytes is faster than streaming.
    return limited(new Uint8Array(await request.arrayBuffer()), max);
  }
  const chunks: Uint8Array[] = [];
  if (request.body !== null && !(await readStream(request.body, max, (chunk) => void chunks.push(chunk)))) {
    throw tooLarge(max);
  }
  return concat(chunks);
}

function limited(bytes: Uint8Array, max: number): Uint8Array {
  if (bytes.length > max) {
    throw tooLarge(max);
  }
  return bytes;
}

function tooLarge(max: number): RouteError {
  return new RouteError('payload_too_large', `the body is larger than ${max} bytes`);
}

/** Parses the body as a JSON object, or throws a RouteError. */
export function parseObject(headers: Headers, body: Uint8Array): Record<string, unknown> {
  const value = parseBody(headers, body);
  if (!isObject(value)) {
    throw new RouteError('invalid_json', 'the body must be a JSON object');
  }
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the body as JSON, or throws a RouteError. Call it only after the sender has been verified. */
export function parseBody(headers: Headers, body: Uint8Array): unknown {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new RouteError(
      'unsupported_media_type',
      `unsupported content type ${JSON.stringify(type)}: send application/json`,
    );
  }
  const coding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    throw new RouteError(
      'unsupported_media_type',
      `unsupported content encoding ${JSON.stringify(coding)}: send the body unencoded`,
    );
  }
  try {
    return parseJson(utf8.decode(body));
  } catch (error) {
    const message = error instanceof JsonDepthError ? error.message : 'the body is not valid JSON in UTF-8';
    throw new RouteError('invalid_json', message);
  }
}

/** Reports whether a JSON value is an object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
