/** The platform's v2 request signature, still used by workflow actions: hex(SHA-256(secret + method + URI + body)). */

import { concat, equalBytes } from '../../platform/bytes.ts';
import { RouteError } from '../../platform/errors.ts';
import { macFromHex, sha256 } from '../../platform/hmac.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { verifySignatureV3 } from './signature-v3.ts';

/** Verifies a v2 signature, which has no timestamp. @throws RouteError if it is missing or invalid */
async function verifySignatureV2(request: RawRequest, prefix: string, secret: string): Promise<void> {
  const signature = request.headers.get(`${prefix}-Signature`);
  if (signature === null) {
    const headers = `${prefix}-Signature-v3 or ${prefix}-Signature`;
    throw new RouteError(
      'signature_missing',
      `the request has no ${headers} header; only the CRM platform may call this route`,
    );
  }
  const digest = macFromHex(signature);
  const version = request.headers.get(`${prefix}-Signature-Version`) ?? 'v2';
  if (digest === undefined || version !== 'v2') {
    throw new RouteError(
      'signature_invalid',
      `the signature is malformed or of version ${JSON.stringify(version)}; v3 and v2 are accepted`,
    );
  }
  if (!equalBytes(digest, await sha256(concat([secret + request.method + request.url, request.body])))) {
    throw new RouteError(
      'signature_invalid',
      'the signature does not match the request; check the client secret, and that no proxy changes the URL or body',
    );
  }
}

/** Verifies v3 if the request has a v3 signature, else v2. An invalid v3 signature does not fall back to v2. */
export async function verifyActionSignature(
  request: RawRequest,
  prefix: string,
  secret: string,
  now: number,
): Promise<void> {
  return request.headers.has(`${prefix}-Signature-v3`)
    ? verifySignatureV3(request, prefix, secret, now)
    : verifySignatureV2(request, prefix, secret);
}
