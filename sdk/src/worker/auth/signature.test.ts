import { describe, expect, test } from 'vitest';
import v2 from '../../../../contract/signatures/v2.json' with { type: 'json' };
import v3 from '../../../../contract/signatures/v3.json' with { type: 'json' };
import type { RawRequest } from '../../platform/raw-request.ts';
import { verifyActionSignature } from './signature-v2.ts';
import { verifySignatureV3 } from './signature-v3.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** The request as a server receives it: with a parsed URL. */
function raw({ method, url, body }: Sent, headers: string[][]): RawRequest {
  return {
    method,
    url: new Request(url, { method }).url,
    headers: new Headers(headers as [string, string][]),
    body: new TextEncoder().encode(body),
  };
}

describe('platform signature v3', () => {
  test.each(v3.accepted)('accepts: $name', async (v) => {
    const headers = [
      ['X-Crm-Signature-v3', v.signature],
      ['X-Crm-Request-Timestamp', String(v.timestamp)],
    ];
    await expect(verifySignatureV3(raw(v, headers), 'X-Crm', v.secret, v.timestamp)).resolves.toBeUndefined();
  });

  test.each(v3.acceptedAt)('accepts: $name', async (v) => {
    await expect(verifySignatureV3(raw(v, v.headers), 'X-Crm', v.secret, v.now)).resolves.toBeUndefined();
  });

  test.each(v3.refused)('refuses: $name', async (v) => {
    await expect(verifySignatureV3(raw(v, v.headers), 'X-Crm', v.secret, v.now)).rejects.toMatchObject({
      code: v.code,
    });
  });
});

describe('the signature of a workflow action', () => {
  test.each(v2.accepted)('accepts v2: $name', async (v) => {
    await expect(
      verifyActionSignature(raw(v, [['X-Crm-Signature', v.signature]]), 'X-Crm', v.secret, 0),
    ).resolves.toBeUndefined();
  });

  test.each(v2.refused)('refuses: $name', async (v) => {
    const now = 'now' in v ? (v.now as number) : 0;
    await expect(verifyActionSignature(raw(v, v.headers), 'X-Crm', v.secret, now)).rejects.toMatchObject({
      code: v.code,
    });
  });

  test('is v3 if the platform sends both', async () => {
    const [v] = v3.acceptedAt;
    const headers = [...v!.headers, ['X-Crm-Signature', '0'.repeat(64)]];
    await expect(verifyActionSignature(raw(v!, headers), 'X-Crm', v!.secret, v!.now)).resolves.toBeUndefined();
  });
});
