import { describe, expect, test } from 'vitest';
import vectors from '../../../../contract/signatures/source-hmac.json' with { type: 'json' };
import type { SourceAuthDefinition } from '../../declare/source-auth.ts';
import { verifySourceHmac } from './source-hmac.ts';

interface Vector {
  readonly name: string;
  readonly auth?: object;
  readonly secret: string;
  readonly body: string;
  readonly now: number;
  readonly headers: string[][];
  readonly code?: string;
}

function verify({ auth, secret, body, now, headers }: Vector): Promise<void> {
  const request = {
    method: 'POST',
    url: 'https://worker.example.dev/webhooks/ledger',
    headers: new Headers(headers as [string, string][]),
    body: new TextEncoder().encode(body),
  };
  const source = { name: 'ledger', ...(auth !== undefined && { auth: auth as SourceAuthDefinition }) };
  return verifySourceHmac(request, source, { LEDGER_KEY: secret }, now);
}

describe('the hmac of a push source', () => {
  test.each(vectors.accepted as Vector[])('accepts: $name', async (v) => {
    await expect(verify(v)).resolves.toBeUndefined();
  });

  test.each(vectors.refused as Vector[])('refuses: $name', async (v) => {
    await expect(verify(v)).rejects.toMatchObject({ code: v.code });
  });

  test('never exposes the key or the valid signature in an error', async () => {
    for (const v of vectors.refused as Vector[]) {
      const { message } = (await verify(v).catch((error: unknown) => error)) as Error;
      expect(message).not.toContain(v.secret || 'no secret');
      expect(message).not.toMatch(/[0-9a-f]{32}/);
    }
  });
});
