import { parseJson } from '../declare/json.ts';
import { coded } from './coded.ts';
import { readStream } from './read-stream.ts';

/**
 * Largest body of a response that the runtime reads, in bytes after decompression: 32 MiB. An isolate of the edge has
 * 128 MB, and holds the text, of up to two bytes per character, and the parsed value at the same time.
 */
export const MAX_RESPONSE_BYTES = 33_554_432;

/**
 * Reads a response body as JSON. Returns undefined for an empty body, and the text of a body that cannot be parsed.
 *
 * @param whose the first words of the error about a body that is too large
 * @throws `response_too_large`, after the rest of the body was canceled
 */
export async function parsedBody(response: Response, whose = 'the response has'): Promise<unknown> {
  const text = await textOf(response, whose);
  if (text === '') {
    return undefined;
  }
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

async function textOf(response: Response, whose: string): Promise<string> {
  const { body, headers } = response;
  if (body === null) {
    return '';
  }
  const declared = Number(headers.get('content-length') ?? NaN);
  if (declared <= MAX_RESPONSE_BYTES && !headers.has('transfer-encoding') && !headers.has('content-encoding')) {
    // The client enforces the declared length. Reading all bytes is faster than streaming.
    return response.text();
  }
  const decoder = new TextDecoder();
  const texts: string[] = [];
  const take = (chunk: Uint8Array) => void texts.push(decoder.decode(chunk, { stream: true }));
  if (!(await readStream(body, MAX_RESPONSE_BYTES, take))) {
    throw coded('response_too_large', `${whose} more than ${MAX_RESPONSE_BYTES} bytes`);
  }
  return texts.join('') + decoder.decode(); // the local engine copies a text at each addition
}
