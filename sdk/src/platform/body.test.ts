import { expect, test } from 'vitest';
import { readBody } from './body.ts';

test('counts the bytes of a chunked body, whatever content-length says', async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(10));
    },
  });
  const headers = { 'content-length': '5', 'transfer-encoding': 'chunked' };
  const request = new Request('https://worker.example.dev/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  await expect(readBody(request, 100)).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(pulled).toBeLessThan(20);
});
