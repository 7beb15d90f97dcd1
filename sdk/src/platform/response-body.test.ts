import { expect, test } from 'vitest';
import { MAX_RESPONSE_BYTES, parsedBody } from './response-body.ts';

/** A response of chunks, and the number of chunks that were read and of cancellations. */
function streamed(chunk: Uint8Array, chunks: number, headers: Record<string, string> = {}) {
  const seen = { pulled: 0, canceled: 0 };
  const body = new ReadableStream({
    pull(controller) {
      if (seen.pulled === chunks) {
        controller.close();
        return;
      }
      seen.pulled += 1;
      controller.enqueue(chunk);
    },
    cancel() {
      seen.canceled += 1;
    },
  });
  return { response: new Response(body, { headers }), seen };
}

const MIB = new Uint8Array(1_048_576).fill(0x20);

test('cancels a body as soon as it exceeds the limit', async () => {
  const { response, seen } = streamed(MIB, Infinity);
  await expect(parsedBody(response)).rejects.toMatchObject({
    code: 'response_too_large',
    message: `the response has more than ${MAX_RESPONSE_BYTES} bytes`,
  });
  expect(seen.canceled).toBe(1);
  expect(seen.pulled).toBeLessThan(40);
});

test.each<Record<string, string>>([
  { 'content-length': '10', 'content-encoding': 'gzip' },
  { 'content-length': '10', 'transfer-encoding': 'x' },
])('does not trust the declared length with %j', async (headers) => {
  const { response } = streamed(MIB, Infinity, headers);
  await expect(parsedBody(response)).rejects.toMatchObject({ code: 'response_too_large' });
});

test('reads a body of exactly the limit', async () => {
  const { response } = streamed(MIB, 32);
  expect(await parsedBody(response)).toHaveLength(MAX_RESPONSE_BYTES);
});

test('decodes characters that span chunks, and removes a byte order mark', async () => {
  const bytes = new TextEncoder().encode('\ufeff"añ€😀"');
  const body = new ReadableStream({
    start(controller) {
      bytes.forEach((byte) => controller.enqueue(new Uint8Array([byte])));
      controller.close();
    },
  });
  expect(await parsedBody(new Response(body))).toBe('añ€😀');
});

test.each([
  ['nothing', null, undefined],
  ['an empty text', '', undefined],
  ['JSON', '{"a": 1}', { a: 1 }],
  ['another text', '<p>', '<p>'],
])('returns the value of %s, streamed or with a declared length', async (_what, text, value) => {
  const headers: Record<string, string> = text === null ? {} : { 'content-length': String(text.length) };
  expect(await parsedBody(new Response(text))).toEqual(value);
  expect(await parsedBody(new Response(text, { headers }))).toEqual(value);
});
